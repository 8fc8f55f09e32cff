#include <unistd.h>

int main(void)
{
    alarm(20);
    if (vfork() == 0)
        for (;;)
            pause();
}
