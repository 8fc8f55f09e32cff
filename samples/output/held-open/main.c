#include <stdio.h>
#include <unistd.h>

int main(void)
{
    if (fork() == 0) {
        alarm(20);
        for (;;) {
            usleep(50000);
            if (write(1, "child\n", 6) != 6)
                return 1;
        }
    }
    puts("parent");
    return 0;
}
