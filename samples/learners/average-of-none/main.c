#include <stdio.h>

struct course {
    const char *name;
    int marks[8];
    int n;
};

static int average(const int *marks, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++)
        sum += marks[i];
    return sum / n;
}

int main(void)
{
    struct course courses[] = {{"maths", {2, 3, 1}, 3}, {"sports", {0}, 0}};

    for (int i = 0; i < 2; i++)
        printf("%s: %d\n", courses[i].name, average(courses[i].marks, courses[i].n));
    return 0;
}
