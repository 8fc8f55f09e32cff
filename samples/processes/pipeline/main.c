#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int divide(int a, int b)
{
    return a / b;
}

int main(int argc, char **argv)
{
    alarm(20);
    int by = argc > 2 ? atoi(argv[2]) : 1;
    int number = 60;
    if (strcmp(argv[1], "consume") == 0 && scanf("%d", &number) != 1)
        return 0;
    printf("%d\n", divide(number, by));
    return 0;
}
