#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char constant[] = "constant";
static unsigned char data[] = {0x90, 0xc3};
static volatile int zero;

static void forbid_uname(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpgrp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof(code) / sizeof(*code), code};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/* One page of a file, mapped as two. */
static char *mapped_short_file(void)
{
    int fd = open("short", O_CREAT | O_RDWR, 0600);
    if (ftruncate(fd, 4096) != 0)
        return NULL;
    return mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, 0);
}

static int misbehave(const char *how)
{
    int *volatile nowhere = NULL;
    long *volatile near_null = (long *)0x18;
    char *volatile fixed = (char *)constant;
    struct rlimit cpu = {1, 5}, file = {10, 10};
    int ends[2];
    if (strcmp(how, "read-null") == 0)
        return *nowhere;
    if (strcmp(how, "write-near-null") == 0)
        return *near_null = 5;
    if (strcmp(how, "write-rodata") == 0)
        fixed[2] = 'x';
    if (strcmp(how, "execute-data") == 0)
        return ((int (*)(void))(void *)data)();
    if (strcmp(how, "call-null") == 0)
        return ((int (*volatile)(void))NULL)();
    if (strcmp(how, "non-canonical") == 0)
        return *(volatile int *)0x4141414141414141;
    if (strcmp(how, "past-file") == 0)
        return ((volatile char *)mapped_short_file())[5000];
    if (strcmp(how, "divide") == 0)
        return 10 / zero;
    if (strcmp(how, "illegal") == 0)
        __asm__ volatile("ud2");
    if (strcmp(how, "breakpoint") == 0)
        __asm__ volatile("int3");
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "seccomp") == 0) {
        forbid_uname();
        return syscall(SYS_getpgrp);
    }
    if (strcmp(how, "cpu-limit") == 0) {
        setrlimit(RLIMIT_CPU, &cpu);
        for (;;)
            zero = 0;
    }
    if (strcmp(how, "file-limit") == 0) {
        setrlimit(RLIMIT_FSIZE, &file);
        return write(open("long", O_CREAT | O_WRONLY, 0600), constant, 8) + write(open("long", O_APPEND | O_WRONLY), constant, 8) +
               write(open("long", O_APPEND | O_WRONLY), constant, 8);
    }
    if (strcmp(how, "pipe") == 0 && pipe(ends) == 0) {
        close(ends[0]);
        return write(ends[1], "x", 1);
    }
    if (strcmp(how, "alarm") == 0) {
        ualarm(10000, 0);
        pause();
    }
    if (strcmp(how, "queue") == 0)
        return sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = 7});
    return 1;
}

int main(int argc, char **argv)
{
    alarm(20);
    return argc < 2 ? 3 : misbehave(argv[1]);
}
