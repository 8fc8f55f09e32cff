#include <string.h>
#include <unistd.h>

int main(void)
{
    static char block[100000];
    alarm(60);
    memset(block, 'x', sizeof(block));
    for (int i = 0; i < 1000; i++)
        for (size_t at = 0; at < sizeof(block);)
            at += write(1, block + at, sizeof(block) - at);
    return 0;
}
