#include <stdio.h>

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += i;
    return printf("sum %d\n", sum);
}
