#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double **table_of(int rows, int columns)
{
    double **table = malloc((size_t)rows * sizeof(*table));
    for (int i = 0; i < rows; i++)
        table[i] = calloc((size_t)columns, sizeof(**table));
    return table;
}

static double sum(double **table, int rows, int columns)
{
    double total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            total += table[i][j];
    return total;
}

static int lengths(int count, int set)
{
    int total = 0;
    char **names = calloc((size_t)count, sizeof(*names));
    for (int i = 0; i < set; i++)
        names[i] = strdup("name");
    for (int i = 0; i < count; i++)
        total += (int)strlen(names[i]);
    return total;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    char *scratch = malloc(200);
    memset(scratch, 0x55, 200);
    double **table = table_of(3, 5);
    if (strcmp(which, "swapped") == 0)
        printf("%f\n", sum(table, 5, 3));
    if (strcmp(which, "unset") == 0)
        table[1] = (double *)0x1234567890;
    printf("%f %d\n", sum(table, 3, 5), lengths(4, strcmp(which, "hole") == 0 ? 3 : 4));
    return 0;
}
