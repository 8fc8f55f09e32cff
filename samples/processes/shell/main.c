#include <unistd.h>

static int crash(const int *where)
{
    return *where;
}

int main(void)
{
    alarm(20);
    return crash(NULL);
}
