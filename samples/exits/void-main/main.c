#include <stdio.h>

void main(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += i;
    printf("sum %d\n", sum);
}
