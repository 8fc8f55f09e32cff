#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

void misbehave(void)
{
    prctl(PR_SET_NAME, "\033[1mbold\n");
    abort();
}

int main(void)
{
    alarm(20);
    misbehave();
    return 0;
}
