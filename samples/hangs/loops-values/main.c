#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Ten steps of a tenth are not one. */
static int float_step(void)
{
    int steps = 0;
    for (double x = 0; x != 1.0; x += 0.1)
        steps++;
    return steps;
}

/* Below 0 comes the greatest number of all. */
static long unsigned_wrap(const long *values, size_t count)
{
    long sum = 0;
    for (size_t i = count - 1; i >= 0; i--)
        sum += values[i % 4];
    return sum;
}

static int counts_down_up(int from)
{
    int turns = 0;
    for (int i = from; i > 0; i++)
        turns ^= i;
    return turns;
}

struct item {
    int key;
    struct item *next;
};

/* The last item leads back to the one before it. */
static int length(const struct item *first)
{
    int count = 0;
    const struct item *item = first;
    while (item != NULL) {
        count++;
        item = item->next;
    }
    return count;
}

/* "abc" is no number: scanf gives 0 and leaves it where it is. */
static int read_number(void)
{
    int number = -1;
    while (number < 0) {
        printf("a number, please: ");
        if (scanf("%d", &number) != 1)
            printf("that is none\n");
    }
    return number;
}

/* At the end of the input getchar gives EOF, which is not 'q'. */
static int until_quit(void)
{
    int c = 0, seen = 0;
    while (c != 'q') {
        c = getchar();
        seen++;
    }
    return seen;
}

static int ready;

static void *never_ready(void *unused)
{
    sleep(30);
    return unused;
}

/* Nobody sets it, and a thread that waits so keeps a processor busy. */
static int busy_wait(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, never_ready, NULL);
    while (!*(volatile int *)&ready)
        ;
    return ready;
}

static int continue_skips_step(int n)
{
    int sum = 0, i = 0;
    while (i < n) {
        if (i % 3 == 0)
            continue;
        sum += i;
        i++;
    }
    return sum;
}

int main(int argc, char **argv)
{
    static const long values[4] = {1, 2, 3, 4};
    struct item items[3] = {{1, &items[1]}, {2, &items[2]}, {3, &items[1]}};
    const char *which = argc > 1 ? argv[1] : "";
    int result = 0;
    alarm(30);
    if (strcmp(which, "float-step") == 0)
        result = float_step();
    else if (strcmp(which, "unsigned-wrap") == 0)
        result = (int)unsigned_wrap(values, 4);
    else if (strcmp(which, "wrong-way") == 0)
        result = counts_down_up(3);
    else if (strcmp(which, "list-cycle") == 0)
        result = length(items);
    else if (strcmp(which, "not-a-number") == 0)
        result = read_number();
    else if (strcmp(which, "end-of-input") == 0)
        result = until_quit();
    else if (strcmp(which, "busy-wait") == 0)
        result = busy_wait();
    else if (strcmp(which, "continue") == 0)
        result = continue_skips_step(10);
    printf("%d\n", result);
    return 0;
}
