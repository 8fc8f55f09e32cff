#include <unistd.h>

static int deeper(int depth)
{
    volatile char room[100000];
    room[depth % 1000] = 1;
    return depth > 1000000 ? room[0] : deeper(depth + 1) + room[0];
}

int main(void)
{
    alarm(20);
    return deeper(1);
}
