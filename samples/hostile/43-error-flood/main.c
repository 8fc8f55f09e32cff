#include <string.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    char line[1000];
    memset(line, 'x', sizeof line);
    while (write(2, line, sizeof line) > 0)
        ;
    return 99;
}
