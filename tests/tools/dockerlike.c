/*
 * Runs a command with about what a container of Docker's default settings leaves to it: 14 capabilities, a filter that
 * refuses what the default profile refuses, control groups that cannot be written. An ordinary user gets the filter only.
 *
 * usage: dockerlike COMMAND [ARG…]
 *
 * Exit status 77 when this machine does not allow even that; else the command's.
 * Source of both lists: github.com/moby/moby, oci/caps/defaults.go and profiles/seccomp/default.json.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SKIPPED = 77, NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET };

static const int kept_capabilities[] = {
    CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FSETID, CAP_FOWNER, CAP_MKNOD, CAP_NET_RAW, CAP_SETGID, CAP_SETUID, CAP_SETFCAP,
    CAP_SETPCAP, CAP_NET_BIND_SERVICE, CAP_SYS_CHROOT, CAP_KILL, CAP_AUDIT_WRITE,
};

/* All of these are answered with EPERM. */
static const int refused[] = {
    SCMP_SYS(add_key), SCMP_SYS(bpf), SCMP_SYS(fanotify_init), SCMP_SYS(fsconfig), SCMP_SYS(fsmount), SCMP_SYS(fsopen),
    SCMP_SYS(fspick), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register), SCMP_SYS(io_uring_setup), SCMP_SYS(kcmp),
    SCMP_SYS(keyctl), SCMP_SYS(mount), SCMP_SYS(mount_setattr), SCMP_SYS(move_mount), SCMP_SYS(move_pages),
    SCMP_SYS(name_to_handle_at), SCMP_SYS(open_by_handle_at), SCMP_SYS(open_tree), SCMP_SYS(perf_event_open),
    SCMP_SYS(pidfd_getfd), SCMP_SYS(pivot_root), SCMP_SYS(process_madvise), SCMP_SYS(quotactl), SCMP_SYS(request_key),
    SCMP_SYS(setdomainname), SCMP_SYS(sethostname), SCMP_SYS(setns), SCMP_SYS(settimeofday), SCMP_SYS(clock_settime),
    SCMP_SYS(syslog), SCMP_SYS(umount2), SCMP_SYS(unshare), SCMP_SYS(userfaultfd),
};

/* The default profile lets the other ABIs of an x86-64 kernel pass. */
static bool add_other_abis(scmp_filter_ctx filter)
{
    return seccomp_arch_native() != SCMP_ARCH_X86_64
           || (seccomp_arch_add(filter, SCMP_ARCH_X86) == 0 && seccomp_arch_add(filter, SCMP_ARCH_X32) == 0);
}

static bool refuse(scmp_filter_ctx filter)
{
    int failed = add_other_abis(filter) ? 0 : -1;
    for (size_t i = 0; i < COUNT(refused); i++)
        failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), refused[i], 0);
    for (unsigned bit = 1; bit; bit <<= 1)
        if (NAMESPACES & bit)
            failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, bit, bit));
    failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, AF_VSOCK));
    return !failed && seccomp_load(filter) == 0;
}

/* A container sees its control groups read-only; without a mount namespace of our own they stay as they are. */
static void protect_control_groups(void)
{
    const char *place = "/sys/fs/cgroup";
    if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return;
    if (mount("none", place, "tmpfs", MS_RDONLY, NULL))
        fprintf(stderr, "dockerlike: control groups stay writable: %s\n", strerror(errno));
}

static bool is_kept(int capability)
{
    for (size_t i = 0; i < COUNT(kept_capabilities); i++)
        if (kept_capabilities[i] == capability)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: dockerlike COMMAND [ARG...]\n", stderr);
        return 2;
    }
    if (geteuid() == 0) {
        protect_control_groups();
        for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; capability++)
            if (!is_kept(capability) && prctl(PR_CAPBSET_DROP, capability)) {
                fprintf(stderr, "dockerlike: capability %d cannot be dropped: %s\n", capability, strerror(errno));
                return SKIPPED;
            }
    }
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    /* Docker sets no_new_privs only when asked to; an ordinary user may not load a filter otherwise. */
    if (filter && geteuid() == 0)
        seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0);
    if (!filter || !refuse(filter)) {
        fprintf(stderr, "dockerlike: the filter cannot be loaded: %s\n", strerror(errno));
        return SKIPPED;
    }
    execvp(argv[1], argv + 1);
    fprintf(stderr, "dockerlike: %s: %s\n", argv[1], strerror(errno));
    return errno == ENOENT ? 127 : 126;
}
