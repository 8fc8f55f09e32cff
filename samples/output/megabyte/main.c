#include <stdio.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    for (int i = 0; i < 83333; i++)
        printf("line %06d\n", i);
    puts("end");
    return 0;
}
