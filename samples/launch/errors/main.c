#include <fcntl.h>

int main(void)
{
    return open("ran", O_CREAT | O_WRONLY, 0600) < 0;
}
