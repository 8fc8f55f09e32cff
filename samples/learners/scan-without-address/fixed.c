#include <stdio.h>

int main(void)
{
    int age = 0;

    printf("How old are you? ");
    if (scanf("%d", &age) != 1)
        return 1;
    printf("Next year you will be %d.\n", age + 1);
    return 0;
}
