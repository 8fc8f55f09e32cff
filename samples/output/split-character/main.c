#include <stdio.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    putchar('x');
    for (int i = 0; i < 200000; i++)
        fputs("\xc3\xbc", stdout);
    return 0;
}
