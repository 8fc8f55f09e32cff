#include <stdio.h>

#define ROWS 40000
#define COLS 3

static double table[ROWS][COLS];

static double column_sum(int col)
{
    double sum = 0;

    for (int i = 0; i < ROWS; i++)
        sum += table[col][i] + table[i][i];
    return sum;
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        table[i][1] = 0.5;
    printf("%g\n", column_sum(1));
    return 0;
}
