#include <stdio.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    for (int i = 0; i < 1 << 20; i++)
        putchar(i % 64 ? 'x' : '\n');
}
