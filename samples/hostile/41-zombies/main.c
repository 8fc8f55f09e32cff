#include <unistd.h>

int main(void)
{
    alarm(60);
    for (int i = 0; i < 2000; i++)
        if (fork() == 0)
            _exit(0);
}
