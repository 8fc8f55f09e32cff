#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

struct pair {
    int first, second;
};

static int add(int a, int b)
{
    return a + b;
}

static int use(int *count, int **twice, struct pair *heap, int *middle, int *past, void *any, int *none, int *wild, int (*function)(int, int))
{
    *(volatile int *volatile)NULL = *count + **twice + heap->first + *middle + (past == any) + (none == wild) + function(1, 2);
    return 0;
}

int main(void)
{
    int number = 41, array[4] = {1, 2, 3, 4}, *once = &number;
    struct pair *heap = malloc(sizeof(*heap));
    alarm(20);
    heap->first = 8;
    heap->second = 9;
    return use(&number, &once, heap, array + 2, array + 4, array, NULL, (int *)0x123456789ab0, add);
}
