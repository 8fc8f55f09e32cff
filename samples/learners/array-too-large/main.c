#include <stdio.h>

#define N 1500

static double multiply(int seed)
{
    double product[N][N];
    double trace = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            product[i][j] = i * j + seed;
    for (int i = 0; i < N; i++)
        trace += product[i][i];
    return trace;
}

int main(void)
{
    printf("%g\n", multiply(1));
    return 0;
}
