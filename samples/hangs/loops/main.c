#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int stays(long n)
{
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

static double runs_away(double bound)
{
    double sum = 0;
    for (double x = 1; x > bound; x = x + 1)
        sum += x;
    return sum;
}

static long steps_over(long last)
{
    long sum = 0;
    for (long i = 1; i != last; i += 2)
        sum += i;
    return sum;
}

static unsigned never_negative(const unsigned char *bytes, unsigned count)
{
    unsigned sum = 0;
    for (unsigned i = count - 1; i >= 0; i--)
        sum += bytes[i % 8];
    return sum;
}

struct node {
    int value;
    struct node *next;
};

static int circle(const struct node *list)
{
    int sum = 0;
    for (const struct node *node = list; node; node = node->next)
        sum += node->value;
    return sum;
}

static int always(void)
{
    unsigned turns = 0;
    for (;;)
        turns++;
    return (int)turns;
}

static int empty(int n)
{
    while (n > 0)
        ;
    return n;
}

static int helper(int value)
{
    return value * 2 + 1;
}

static int calls(int limit)
{
    int total = 0, i = 0;
    while (i < limit) {
        total += helper(i);
        total ^= (int)strlen("abc");
    }
    return total;
}

static int forgets(int rows)
{
    int cells = 0;
    for (int i = 0; i < rows; i++) {
        int j = 0;
        while (j < 3) {
            cells++;
            i = i + 0;
        }
    }
    return cells;
}

static int search(int wanted)
{
    int values[] = {1, 3, 5, 7, 9, 11}, low = 0, high = 5;
    while (low < high) {
        int middle = (low + high) / 2;
        if (values[middle] < wanted)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static int pending = 3;
static int *queue;

static void drain(void)
{
    int handled = 0;
    while (pending > 0) {
        if (queue[0] < 0)
            pending--;
        handled++;
    }
}

/* At the end of the input scanf takes nothing any more, and n stays as it is. */
static int ask(void)
{
    int n = 0;
    while (n <= 0)
        scanf("%d", &n);
    return n;
}

static int skip_line(void)
{
    int c, skipped = 0;
    while ((c = getchar()) != '\n')
        skipped++;
    return skipped;
}

/* The search begins where it found the word the last time. */
static int count_words(const char *text, const char *word)
{
    const char *at = text;
    int count = 0;
    while ((at = strstr(at, word)) != NULL) {
        count++;
    }
    return count;
}

static int assigns(void)
{
    int open = 1, turns = 0;
    while (open = 1) {
        turns++;
        open = 0;
    }
    return turns;
}

static long break_steps_over(long last)
{
    long sum = 0;
    for (long i = 1;; i += 2) {
        sum += i;
        if (i == last)
            break;
    }
    return sum;
}

static long return_runs_away(long bound)
{
    long x = bound + 1;
    while (1) {
        x++;
        if (x <= bound)
            return x;
    }
}

int main(int argc, char **argv)
{
    static const unsigned char bytes[8] = {1, 2, 3};
    struct node nodes[3] = {{1, &nodes[1]}, {2, &nodes[2]}, {3, &nodes[1]}};
    const char *which = argc > 1 ? argv[1] : "";
    alarm(30);
    puts(which);
    fflush(stdout);
    int result = 0;
    if (strcmp(which, "stays") == 0)
        result = stays(0);
    else if (strcmp(which, "runs-away") == 0)
        result = (int)runs_away(0);
    else if (strcmp(which, "steps-over") == 0)
        result = (int)steps_over(100);
    else if (strcmp(which, "never-negative") == 0)
        result = (int)never_negative(bytes, 8);
    else if (strcmp(which, "circle") == 0)
        result = circle(nodes);
    else if (strcmp(which, "always") == 0)
        result = always();
    else if (strcmp(which, "empty") == 0)
        result = empty(argc);
    else if (strcmp(which, "calls") == 0)
        result = calls(10);
    else if (strcmp(which, "forgets") == 0)
        result = forgets(4);
    else if (strcmp(which, "search") == 0)
        result = search(8);
    else if (strcmp(which, "drain") == 0) {
        queue = calloc(4, sizeof(*queue));
        drain();
    } else if (strcmp(which, "ask") == 0)
        result = ask();
    else if (strcmp(which, "skip-line") == 0)
        result = skip_line();
    else if (strcmp(which, "count-words") == 0)
        result = count_words("the cat and the dog", "the");
    else if (strcmp(which, "break-steps-over") == 0)
        result = (int)break_steps_over(100);
    else if (strcmp(which, "return-runs-away") == 0)
        result = (int)return_runs_away(100);
    else if (strcmp(which, "assigns") == 0)
        result = assigns();
    printf("%d\n", result);
    return 0;
}
