#include <stdio.h>

struct stats {
    int sum, count;
};

static int mean(const struct stats *s)
{
    return s->sum / s->count;
}

int main(void)
{
    struct stats none = {0, 0};
    int total = 7, count = 0;

    puts("means");
    if (getchar() == EOF)
        total = total / count;
    else
        total = mean(&none);
    printf("%d\n", total);
    return 0;
}
