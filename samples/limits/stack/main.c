#include <stdlib.h>
#include <string.h>

static int depth(int turns)
{
    volatile char page[1024];
    memset((void *)page, turns, sizeof(page));
    return turns ? depth(turns - 1) + page[0] * 0 + 1 : 0;
}

int main(int argc, char **argv)
{
    int turns = argc > 1 ? atoi(argv[1]) : 0;
    return depth(turns) == turns ? 0 : 1;
}
