#include <stdio.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    for (long i = 0; i < 10000000; i++)
        printf("line %ld\n", i);
    return 0;
}
