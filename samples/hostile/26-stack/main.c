#include <alloca.h>
#include <string.h>
#include <unistd.h>

static int descend(int depth)
{
    volatile char room[1000];
    room[0] = (char)depth;
    return descend(depth + 1) + room[0];
}

static int take(void)
{
    for (;;)
        *(volatile char *)alloca(4096) = 1;
}

int main(int argc, char **argv)
{
    alarm(20);
    return argc > 1 && strcmp(argv[1], "alloca") == 0 ? take() : descend(0);
}
