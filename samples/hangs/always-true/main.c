#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile long turns;

static int next(int value) { return (int)((value * 7L + turns) % 128); }

static int either(int answer)
{
    while (answer != 'y' || answer != 'n') {
        turns++;
        answer = next(answer);
    }
    return answer;
}

static int not_both(int answer)
{
    do {
        turns++;
        answer = next(answer);
    } while (!(answer == 'y' && answer == 'n'));
    return answer;
}

static int range(int number)
{
    while (number > 0 || number < 10) {
        turns++;
        number = next(number) - 50;
    }
    return number;
}

static int words(void)
{
    char answer[8] = "";
    while (strcmp(answer, "yes") != 0 || strcmp(answer, "no") != 0) {
        turns++;
        strcpy(answer, next(3) % 2 ? "yes" : "no");
    }
    return answer[0];
}

/* Between 0 and 10 it is neither, which it comes to some time. */
static long outside(long number)
{
    while (number < 0 || number > 10) {
        turns++;
        number = -(1L << 40) + turns;
    }
    return number;
}

/* An unsigned number is never above -1, nor below 0. */
static unsigned neither(unsigned number)
{
    while (number > -1 || number < 0)
        number++;
    return number;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    long result = neither(3);
    alarm(30);
    if (strcmp(which, "either") == 0)
        result = either('a');
    else if (strcmp(which, "not-both") == 0)
        result = not_both('a');
    else if (strcmp(which, "range") == 0)
        result = range(5);
    else if (strcmp(which, "words") == 0)
        result = words();
    else if (strcmp(which, "outside") == 0)
        result = outside(-5);
    printf("%ld\n", result);
    return 0;
}
