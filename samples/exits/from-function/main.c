#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void check_total(int expected, int got)
{
    if (expected != got) {
        fprintf(stderr, "expected %d, got %d\n", expected, got);
        exit(2);
    }
}

int main(void)
{
    int numbers[3] = {10, 15, 20};
    int total = 0;
    alarm(20);
    for (int i = 0; i < 3; i++)
        total += numbers[i];
    check_total(55, total);
    return 0;
}
