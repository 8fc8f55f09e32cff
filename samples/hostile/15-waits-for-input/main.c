#include <unistd.h>

int main(void)
{
    alarm(20);
    char byte;
    return (int)read(0, &byte, 1);
}
