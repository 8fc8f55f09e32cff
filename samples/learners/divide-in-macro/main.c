#include <stdio.h>

#define PERCENT(part, whole) ((part) * 100 / (whole))

struct job {
    const char *name;
    unsigned done;
    unsigned steps;
};

static unsigned progress(const struct job *j)
{
    return PERCENT(j->done, j->steps);
}

int main(void)
{
    struct job jobs[] = {{"copy", 3, 4}, {"verify", 0, 0}};

    for (int i = 0; i < 2; i++)
        printf("%s %u%%\n", jobs[i].name, progress(&jobs[i]));
    return 0;
}
