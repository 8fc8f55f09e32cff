#include <stdio.h>
#include <string.h>

static const char *const months[] = {"January", "February", "March", "April"};

/* Number of the month, from 1; 0 when there is none of that name. */
static int month_number(const char *name)
{
    int i = 3;

    while (i >= 0 && strcmp(months[i], name) != 0)
        i--;
    return i + 1;
}

int main(void)
{
    printf("%d\n", month_number("March"));
    printf("%d\n", month_number("Smarch"));
    return 0;
}
