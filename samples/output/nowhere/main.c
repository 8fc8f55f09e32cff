#include <unistd.h>

int main(void)
{
    alarm(20);
    usleep(100000);
    return 3;
}
