#include <stdio.h>

static int count_char(const char *s, char c)
{
    int n = 0;

    while (*s != '\0') {
        if (*s == c)
            n++;
        s++;
    }
    return n;
}

int main(void)
{
    int year = 70000;
    char text[16];

    snprintf(text, sizeof text, "%d", year);
    printf("%d\n", count_char(text, '0'));
    return 0;
}
