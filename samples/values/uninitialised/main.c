#include <stddef.h>
#include <unistd.h>

static int early(void)
{
    int first = 1;
    *(volatile int *volatile)NULL = first;
    int later = first + 1;
    {
        int inner = later;
        first += inner;
    }
    return later + first;
}

int main(void)
{
    alarm(20);
    return early();
}
