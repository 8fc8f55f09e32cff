#include <stdio.h>
#include <string.h>

static void greet(const char *who)
{
    char banner[16];
    strcpy(banner, "Hello, ");
    strcat(banner, who);
    puts(banner);
}

static int total(int count)
{
    int values[4], sum = 0;
    for (int i = 0; i < count; i++)
        values[i] = 0x41424344;
    for (int i = 0; i < count; i++)
        sum += values[i] & 1;
    return sum;
}

int main(int argc, char **argv)
{
    char *which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "text") == 0)
        greet("everyone in the computer room tonight");
    if (strcmp(which, "numbers") == 0)
        total(12);
    greet("Bo");
    return total(4);
}
