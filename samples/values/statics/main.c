#include <stddef.h>
#include <unistd.h>

static int counter = 1;
int table[3] = {10, 20, 30};
int unmentioned = 99;

static int count_up(void)
{
    static int calls;
    counter++;
    if (++calls == 2)
        *(volatile int *volatile)NULL = table[calls];
    return calls;
}

int main(void)
{
    alarm(20);
    count_up();
    return count_up();
}
