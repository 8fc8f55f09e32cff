#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 56 << 20 };

int main(void)
{
    alarm(20);
    for (int i = 0; i < 10; i++)
        if (fork() == 0) {
            alarm(20);
            char *memory = malloc(SIZE);
            memset(memory, 1, SIZE);
            pause();
        }
    while (wait(NULL) > 0)
        ;
    return 99;
}
