#include <stdio.h>
#include <unistd.h>

int main(void)
{
    volatile int *volatile nowhere = NULL;
    alarm(20);
    puts("one");
    fflush(stdout);
    printf("two\nthree \"%d\"", 3);
    *nowhere = 1;
    return 0;
}
