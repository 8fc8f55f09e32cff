/*
 * Runs a command on a kernel that lacks system calls: they fail with ENOSYS.
 *
 * usage: without CALL[,CALL…] COMMAND [ARG…]      "without landlock_create_ruleset tracerun …"
 */
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (argc < 3 || !filter)
        return 2;
    for (char *rest = argv[1], *name; (name = strsep(&rest, ","));) {
        int number = seccomp_syscall_resolve_name(name);
        if (number < 0 || seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), number, 0)) {
            fprintf(stderr, "without: there is no system call %s\n", name);
            return 2;
        }
    }
    if (seccomp_load(filter)) {
        perror("without");
        return 77;
    }
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 127;
}
