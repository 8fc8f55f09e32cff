#include <unistd.h>

int main(void)
{
    alarm(20);
    pause();
    return 0;
}
