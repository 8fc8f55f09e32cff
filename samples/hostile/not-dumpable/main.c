#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void lower_limits(void)
{
    static const int which[] = {RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_MEMLOCK, RLIMIT_SIGPENDING};
    struct rlimit none = {0, 0};
    for (unsigned i = 0; i < sizeof(which) / sizeof(*which); i++)
        setrlimit(which[i], &none);
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1 && strcmp(argv[1], "dumpable") == 0)
        prctl(PR_SET_DUMPABLE, 0);
    if (argc > 1 && strcmp(argv[1], "limits") == 0)
        lower_limits();
    if (argc > 1 && strcmp(argv[1], "descriptors") == 0)
        closefrom(0);
    return *(volatile int *volatile)NULL;
}
