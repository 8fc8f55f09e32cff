#include <unistd.h>

int main(void)
{
    alarm(20);
    for (volatile unsigned turns = 0;; turns++)
        ;
}
