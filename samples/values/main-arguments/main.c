#include <stdio.h>

int *volatile nowhere;

__attribute__((noinline)) static int measure(int count, int *wanted)
{
    int found = *wanted + count;
    return found;
}

__attribute__((noinline)) static int look(int count, char **words)
{
    int result = measure(count * 2, nowhere);
    puts(words[0]);
    return result;
}

int main(int argc, char **argv)
{
    int result = look(argc, argv);
    puts("done");
    return result;
}
