#include <string.h>
#include <unistd.h>

static char array[200 << 20];

int main(void)
{
    alarm(20);
    memset(array, 1, sizeof array);
    return 99;
}
