#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    (void)!write(1, "first\n", 6);
    int kept = dup(1);
    lseek(1, 0, SEEK_SET);
    (void)!ftruncate(1, 0);
    int again = open("/proc/self/fd/1", O_WRONLY | O_TRUNC);
    if (again >= 0)
        (void)!write(again, "second\n", 7);
    close(1);
    dup2(2, 1);
    (void)!write(kept, "third\n", 6);
    for (int fd = 0; fd < 1024; fd++)
        close(fd);
}
