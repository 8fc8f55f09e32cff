#include <stdio.h>
#include <unistd.h>

static volatile int depth;

int main(void)
{
    alarm(20);
    if (depth < 3) {
        depth++;
        int inner = main();
        depth--;
        if (depth == 0)
            puts("");
        else
            return depth;
        return inner == 77;
    }
    for (int i = depth; i > 0; i--)
        printf("%d ", i);
    return 77;
}
