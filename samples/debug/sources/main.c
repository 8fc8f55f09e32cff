#include <stddef.h>
#include <unistd.h>

static int misbehave(const char *label, int level)
{
    int *volatile nowhere = NULL;
    return *nowhere + label[level];
}

int main(void)
{
    alarm(20);
    return misbehave("label", 3);
}
