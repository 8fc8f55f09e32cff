#include <stdio.h>
#include <string.h>

struct player {
    char name[8];
    int level;
    int points[4];
};

static int promote(const char *name)
{
    static struct player one = {"", 2, {0}};
    strcpy(one.name, name);
    one.points[one.level] = 5;
    return one.points[2];
}

static int far_index(int level)
{
    static struct player one = {"Ida", 0, {0}};
    one.level = level;
    one.points[one.level] = 5;
    return one.points[2];
}

__attribute__((noinline)) static double mean(const double *from, const double *end)
{
    double values[4];
    double *at = values;
    while (from < end)
        *at++ = *from++ + 0.5;
    __asm__ volatile("" : : "r"(values) : "memory");
    return values[0] + values[3];
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    const double numbers[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    int sum = promote(strcmp(which, "text") == 0 ? "Maximilian" "aaaa" : "Max");
    sum += far_index(strcmp(which, "number") == 0 ? 0x41424344 : 1);
    sum += (int)mean(numbers, numbers + (strcmp(which, "return") == 0 ? 12 : 4));
    printf("%d\n", sum);
    return 0;
}
