#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    printf("terminal %d\n", isatty(1));
    printf("part");
    abort();
}
