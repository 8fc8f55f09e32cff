#include <stdio.h>
#include <string.h>

#define INLINED static inline __attribute__((always_inline))
#define OUTER __attribute__((noinline, noclone)) static

INLINED void greet(const char *who)
{
    char banner[16];
    strcpy(banner, "Hello, ");
    strcat(banner, who);
    puts(banner);
}

INLINED int total(volatile int count)
{
    volatile int values[4];
    int sum = 0;
    for (int i = 0; i < count; i++)
        values[i] = 0x41424344;
    for (int i = 0; i < count; i++)
        sum += values[i] & 1;
    return sum;
}

OUTER void welcome(const char *who)
{
    greet("Bo");
    greet(who);
}

OUTER int count_and_greet(int count)
{
    greet("Bo");
    return total(count);
}

OUTER void shout(const char *who)
{
    if (who) {
        char loud[12];
        strcpy(loud, who);
        puts(loud);
    }
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    welcome(strcmp(which, "text") == 0 ? "everyone in the computer room tonight" : "you");
    int odd = count_and_greet(strcmp(which, "numbers") == 0 ? 14 : 4);
    shout(strcmp(which, "block") == 0 ? "everyone in the room" : "hey");
    return odd;
}
