#include <stdio.h>
#include <string.h>

static void extract(char *out, const char *text, char open, char close)
{
    const char *from = strchr(text, open);
    const char *to = strchr(text, close);
    long n = to - from - 1;

    if (n < 0)
        n = 0;
    memcpy(out, from + 1, n);
    out[n] = '\0';
}

int main(void)
{
    static char out[64];

    extract(out, "key = [value]", '[', ']');
    printf("%s\n", out);
    extract(out, "key ] value [", '[', ']');
    printf("%s\n", out);
    return 0;
}
