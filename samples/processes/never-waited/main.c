#include <unistd.h>

int main(void)
{
    if (fork() == 0)
        _exit(1);
    if (fork() == 0) {
        usleep(100000);
        _exit(2);
    }
    return 0;
}
