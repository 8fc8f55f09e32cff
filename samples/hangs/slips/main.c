#include <fcntl.h>
#include <stdio.h>
#include <string.h>

static int semicolon(int last)
{
    int i = 0;
    while (i < last);
    {
        i++;
    }
    return i;
}

/* The input ends before anybody has written "quit". */
static int until_quit(void)
{
    char line[32] = "";
    int count = 0;
    while (strcmp(line, "quit\n") != 0) {
        if (fgets(line, sizeof(line), stdin))
            count++;
    }
    return count;
}

/* The same, where what fgets returned is in a register when the condition is looked at: 0, which strcmp did not return. */
static int until_quit_unseen(void)
{
    char line[32] = "";
    while (strcmp(line, "quit\n") != 0) {
        fgets(line, sizeof(line), stdin);
    }
    return 0;
}

static int menu(void)
{
    int choice = 0;
    do {
        printf("1: go on, 2: quit\n");
        scanf("%d", &choice);
    } while (choice != 2);
    return choice;
}

/* As menu(), but gives up some time. */
static long ask_often(long most)
{
    int choice = 0;
    for (long tried = 0; tried < most; tried++) {
        if (scanf("%d", &choice) == 1)
            break;
    }
    return choice;
}

/* Nothing in the loop takes away from n: its result is not used. */
static int digits(int n)
{
    int count = 0;
    do {
        count++;
        n / 10;
    } while (n > 0);
    return count;
}

/* Steps over 0, which is what ends it. */
static int pairs(long n)
{
    int count = 0;
    while (n) {
        n -= 2;
        count++;
    }
    return count;
}

static int parity(int n)
{
    int bit = n & 1;
    return bit;
}

/* A loop without a word for it; the step does not count. */
static int tries(int most)
{
    int n = 0;
again:
    if (n < most) {
        parity(n);
        n + 1;
        goto again;
    }
    return n;
}

/* Nobody makes that file. */
static int open_at_last(void)
{
    int file;
    while ((file = open("no-such-lock", O_RDWR)) < 0)
        ;
    return file;
}

static FILE *file_of(const char *text)
{
    FILE *file = tmpfile();
    if (file) {
        fputs(text, file);
        rewind(file);
    }
    return file;
}

/* A word stands where a number is wanted: the end is never reached. */
static int sum_of(FILE *in)
{
    int number, sum = 0;
    while (!feof(in)) {
        if (fscanf(in, "%d", &number) == 1)
            sum += number;
    }
    return sum;
}

/* The line that ends it is missing. */
static int until_end(FILE *in)
{
    char line[32] = "";
    int count = 0;
    while (strcmp(line, "end\n") != 0)
        count += fgets(line, sizeof(line), in) != NULL;
    return count;
}

/* Begins anew at the end, often. */
static long again_and_again(FILE *in, long most)
{
    char line[32];
    long count = 0;
    while (count < most) {
        if (fgets(line, sizeof(line), in))
            count++;
        else
            rewind(in);
    }
    return count;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    int result = 0;
    if (strcmp(which, "semicolon") == 0)
        result = semicolon(10);
    else if (strcmp(which, "until-quit") == 0)
        result = until_quit();
    else if (strcmp(which, "until-quit-unseen") == 0)
        result = until_quit_unseen();
    else if (strcmp(which, "menu") == 0)
        result = menu();
    else if (strcmp(which, "ask-often") == 0)
        result = (int)ask_often(1L << 50);
    else if (strcmp(which, "pairs") == 0)
        result = pairs(7);
    else if (strcmp(which, "even-pairs") == 0)
        result = pairs(1L << 50);
    else if (strcmp(which, "tries") == 0)
        result = tries(3);
    else if (strcmp(which, "open-at-last") == 0)
        result = open_at_last();
    else if (strcmp(which, "sum-of") == 0)
        result = sum_of(file_of("1 2 three 4\n"));
    else if (strcmp(which, "until-end") == 0)
        result = until_end(file_of("one\ntwo\n"));
    else if (strcmp(which, "again-and-again") == 0)
        result = (int)again_and_again(file_of("one\ntwo\n"), 1L << 50);
    else if (strcmp(which, "digits") == 0)
        result = digits(1234);
    printf("%d\n", result);
    return 0;
}
