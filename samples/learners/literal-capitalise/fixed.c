#include <ctype.h>
#include <stdio.h>

static char *capitalise(char *s)
{
    s[0] = toupper((unsigned char)s[0]);
    return s;
}

int main(void)
{
    char first[] = "ada";
    char last[] = "lovelace";

    printf("%s ", capitalise(last));
    printf("%s\n", capitalise(first));
    return 0;
}
