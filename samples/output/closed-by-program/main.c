#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    puts("before");
    fflush(stdout);
    dup2(open("/dev/null", O_WRONLY), 1);
    close(2);
    puts("after");
    fflush(stdout);
    abort();
}
