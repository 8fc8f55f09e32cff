#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 2)
        return 2;
    if (argc > 2)
        return open(argv[1], O_RDONLY) >= 0 ? 99 : 0;
    int own = open("/proc/self/exe", O_RDONLY), copy = memfd_create("copy", 0);
    while (sendfile(copy, own, NULL, 1 << 20) > 0)
        ;
    fexecve(copy, (char *[]){argv[0], argv[1], "again", NULL}, environ);
    return 0;
}
