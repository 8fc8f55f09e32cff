#include <stdlib.h>
#include <string.h>

static void release(char *text)
{
    free(text);
}

static void *take(size_t size)
{
    return malloc(size);
}

int main(int argc, char **argv)
{
    char *which = argc > 1 ? argv[1] : "", local[64] = "";
    char *text = take(24), *more = take(24);
    if (strcmp(which, "double") == 0) {
        release(text);
        release(text);
    }
    if (strcmp(which, "fastbin") == 0) {
        char *held[9];
        for (int i = 0; i < 9; i++)
            held[i] = take(24);
        for (int i = 0; i < 9; i++)
            release(held[i]);
        release(held[8]);
    }
    if (strcmp(which, "local") == 0)
        release(local + 16);
    if (strcmp(which, "inside") == 0)
        release(text + 8);
    if (strcmp(which, "overflow") == 0) {
        char *big = take(2000), *next = take(2000);
        memset(big, 'x', 2032);
        release(next);
        release(big);
    }
    release(text);
    release(more);
    return local[0];
}
