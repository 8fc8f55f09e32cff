#include <stdlib.h>
#include <unistd.h>

static int descend(int depth)
{
    return depth ? descend(depth - 1) + 1 : *(volatile int *volatile)NULL;
}

int main(int argc, char **argv)
{
    alarm(20);
    return descend(argc > 1 ? atoi(argv[1]) : 3);
}
