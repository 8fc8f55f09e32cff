#include <unistd.h>

int main(void)
{
    alarm(20);
    return (int)sleep(1000);
}
