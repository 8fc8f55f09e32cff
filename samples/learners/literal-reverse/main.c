#include <stdio.h>
#include <string.h>

static void swap(char *a, char *b)
{
    char t = *a;
    *a = *b;
    *b = t;
}

static void reverse(char *s)
{
    for (size_t i = 0, j = strlen(s) - 1; i < j; i++, j--)
        swap(s + i, s + j);
}

int main(void)
{
    char *word = "stressed";

    reverse(word);
    puts(word);
    return 0;
}
