#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    int sum = 0;

    if (argc > 2) {
        printf("usage: %s NUMBER\n", argv[0]);
        return 1;
    }
    for (int i = 1; i <= n; i++)
        sum += i;
    printf("%d\n", sum);
    return 0;
}
