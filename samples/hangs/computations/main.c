#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int finished;
static volatile long steps;

static int is_perfect(long n)
{
    long sum = 0;
    for (long d = 1; d < n; d++)
        if (n % d == 0)
            sum += d;
    return sum == n && n > 1000000;
}

/* What ends the loop is found some time. */
static long search(void)
{
    long n = 0;
    int found = 0;
    while (!found) {
        n++;
        if (is_perfect(n))
            found = 1;
    }
    return n;
}

static void step(void)
{
    if (++steps > 1L << 50)
        finished = 1;
}

static long until_finished(void)
{
    while (!finished)
        step();
    return steps;
}

static long leaves_later(long limit)
{
    long n = 0, odd = 0;
    while (1) {
        n++;
        odd += n & 1;
        if (n > limit)
            break;
    }
    return odd;
}

/* Nothing of its own memory changes: the time does. */
static int waits_for_time(void)
{
    time_t end = time(NULL) + 40;
    while (time(NULL) < end)
        ;
    return 1;
}

/* The inner loop goes up and down before it ends, again and again. */
static long sequences(long last)
{
    long longest = 0;
    for (long first = 1; first < last; first++) {
        long n = first, length = 0;
        while (n != 1) {
            n = n % 2 ? 3 * n + 1 : n / 2;
            length++;
        }
        if (length > longest)
            longest = length;
    }
    return longest;
}

static int waits_for_child(void)
{
    volatile int *flag = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (fork() == 0) {
        sleep(25);
        *flag = 1;
        _exit(0);
    }
    while (*flag == 0)
        ;
    return *flag;
}

/* A generator comes to every number some time; where it stands says nothing of when. */
static uint64_t random_walk(uint64_t wanted)
{
    uint64_t x = 1, turns = 0;
    while (x != wanted) {
        x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        turns++;
    }
    return turns;
}

static long fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void prints(long last)
{
    for (long i = 0; i < last; i++)
        printf("line %ld\n", i);
}

/* A turn takes so long that only those of the loop inside strlen are seen. */
static long lengths(long rounds)
{
    static char text[400000000];
    long sum = 0, i = 0;
    memset(text, 'a', sizeof(text) - 1);
    while (i < rounds) {
        sum += (long)strlen(text);
        text[i % 8] = 'b';
        i++;
    }
    return sum;
}

/* Below 0 comes the greatest number of all, which ends both. */
static unsigned begins_anew(unsigned bound)
{
    unsigned i = 3500000000u, j = bound + 1;
    while (i < bound)
        i--;
    while (j != bound)
        j++;
    return i;
}

/* Standard input is at its end; this is not where it reads from. */
static long reads_file(void)
{
    FILE *in = fopen("/dev/zero", "r");
    long count = 0;
    while (in && getc(in) == 0)
        count++;
    return count;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    long result = 0;
    alarm(40);
    if (strcmp(which, "search") == 0)
        result = search();
    else if (strcmp(which, "until-finished") == 0)
        result = until_finished();
    else if (strcmp(which, "leaves-later") == 0)
        result = leaves_later(1L << 50);
    else if (strcmp(which, "time") == 0)
        result = waits_for_time();
    else if (strcmp(which, "sequences") == 0)
        result = sequences(1L << 50);
    else if (strcmp(which, "shared-flag") == 0)
        result = waits_for_child();
    else if (strcmp(which, "random-walk") == 0)
        result = (long)random_walk(12345);
    else if (strcmp(which, "recursion") == 0)
        result = fib(70);
    else if (strcmp(which, "prints") == 0)
        prints(1L << 50);
    else if (strcmp(which, "long-turns") == 0)
        result = lengths(1L << 50);
    else if (strcmp(which, "begins-anew") == 0)
        result = begins_anew(4000000000u);
    else if (strcmp(which, "reads-file") == 0)
        result = reads_file();
    fprintf(stderr, "%ld\n", result);
    return 0;
}
