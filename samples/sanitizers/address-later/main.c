#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int overflow(const char *text)
{
    char *copy = malloc(strlen(text));
    strcpy(copy, text);
    int first = copy[0];
    free(copy);
    return first;
}

static void leak(int count)
{
    for (int i = 0; i < count; i++) {
        char *volatile lost = malloc(100);
        lost[0] = 'x';
    }
}

int main(int argc, char **argv)
{
    alarm(30);
    const char *how = argc > 1 ? argv[1] : "clean";
    puts("begin");
    fflush(stdout);
    if (strcmp(how, "leak") == 0)
        leak(3);
    if (strcmp(how, "overflow") == 0)
        return overflow("hello");
    puts("end");
    return 0;
}
