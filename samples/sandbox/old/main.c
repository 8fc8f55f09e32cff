/* Truncates its own file by name, tries to truncate one that it may only read by opening it, and opens one by openat2. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void tell(long result)
{
    printf("%s\n", result >= 0 ? "done" : strerrorname_np(errno));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const struct open_how how = {.flags = O_RDONLY};
    alarm(20);
    close(open("own", O_WRONLY | O_CREAT, 0600));
    tell(truncate("own", 10));
    tell(open(argc > 1 ? argv[1] : "/etc/hostname", O_RDONLY | O_TRUNC));
    tell(syscall(SYS_openat2, AT_FDCWD, "own", &how, sizeof(how)));
    return 0;
}
