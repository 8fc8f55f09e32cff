#include <stdlib.h>
#include <unistd.h>

static int compare(const void *a, const void *b)
{
    (void)a;
    return *(const int *)b - *(volatile int *volatile)NULL;
}

int main(void)
{
    int numbers[3] = {3, 1, 2};
    alarm(20);
    qsort(numbers, 3, sizeof(int), compare);
    return 0;
}
