#include <ctype.h>
#include <stdio.h>

static void count_digits(const char *s, int *counter, int *letters)
{
    for (; *s; s++) {
        if (isdigit((unsigned char)*s))
            (*counter)++;
        else if (letters)
            (*letters)++;
    }
}

int main(void)
{
    int digits = 0;

    count_digits("ab1c23", &digits, NULL);
    count_digits("x9", NULL, NULL);
    printf("%d\n", digits);
    return 0;
}
