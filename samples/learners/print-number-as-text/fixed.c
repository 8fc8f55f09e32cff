#include <stdio.h>

struct film {
    const char *title;
    int year;
    double stars;
};

static void print_film(const struct film *f)
{
    printf("%-20s %d %.1f\n", f->title, f->year, f->stars);
}

int main(void)
{
    struct film films[] = {{"Halloween", 1978, 4.5}, {"Alien", 1979, 4.8}};

    for (int i = 0; i < 2; i++)
        print_film(&films[i]);
    return 0;
}
