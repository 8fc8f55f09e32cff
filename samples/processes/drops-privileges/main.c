#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    volatile int *volatile nowhere = NULL;
    const char *how = argc > 1 ? argv[1] : "";
    alarm(20);
    if (strcmp(how, "user") == 0 && setresuid(65534, 65534, 65534) != 0)
        return 2;
    if (strcmp(how, "root") == 0 && (chroot("/proc/self/fdinfo") != 0 || chdir("/") != 0))
        return 2;

    *nowhere = 1;
    return 0;
}
