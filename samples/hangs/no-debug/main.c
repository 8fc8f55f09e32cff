#include <stdio.h>
#include <string.h>

/* Nothing moves: the place behind the comma is looked for from the same place again. */
static int commas(const char *text)
{
    int count = 0;
    while (strchr(text, ','))
        count++;
    return count;
}

/* Two states in turn, of which neither is the last. */
static int there_and_back(int first)
{
    volatile int state = first;
    while (state != 2)
        state = 1 - state;
    return state;
}

/* Ends, after days. */
static long count_up(long last)
{
    long sum = 0;
    for (long i = 0; i < last; i++)
        sum += i % 7;
    return sum;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    long result = 0;
    if (strcmp(which, "commas") == 0)
        result = commas("a,b");
    else if (strcmp(which, "there-and-back") == 0)
        result = there_and_back(0);
    else if (strcmp(which, "count-up") == 0)
        result = count_up(1000000000000000);
    printf("%ld\n", result);
    return 0;
}
