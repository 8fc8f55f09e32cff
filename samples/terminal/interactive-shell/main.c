#include <stdio.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    puts("working");
    fflush(stdout);
    sleep(15);
    return 0;
}
