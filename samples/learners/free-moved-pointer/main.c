#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t trim_and_count(const char *text)
{
    char *s = strdup(text);

    while (isspace((unsigned char)*s))
        s++;
    size_t n = strlen(s);
    free(s);
    return n;
}

int main(void)
{
    printf("%zu\n", trim_and_count("none"));
    printf("%zu\n", trim_and_count("   three"));
    return 0;
}
