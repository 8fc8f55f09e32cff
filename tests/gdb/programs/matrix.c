/* stops: vla grid integral convolve */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef float vector4[4];

struct matrix {
    unsigned rows, columns;
    double *cells;
};

static double *at(const struct matrix *m, unsigned row, unsigned column)
{
    return &m->cells[row * m->columns + column];
}

__attribute__((noinline)) static double multiply(const struct matrix *a, const struct matrix *b, struct matrix *out)
{
    double trace = 0;
    for (unsigned i = 0; i < a->rows; i++) {
        for (unsigned j = 0; j < b->columns; j++) {
            double sum = 0;
            for (unsigned k = 0; k < a->columns; k++)
                sum += *at(a, i, k) * *at(b, k, j);
            *at(out, i, j) = sum;
            if (i == j)
                trace += sum;
        }
    }
    return trace;
}

__attribute__((noinline)) static int scratch(int n, const int *source)
{
    int values[n], twice[2][n];
    long total = 0;
    for (int i = 0; i < n; i++) {
        values[i] = source[i] * 3;
        twice[0][i] = values[i];
        twice[1][i] = -values[i];
        total += values[i];
    }
    if (total > 20)
        return *(volatile int *)(intptr_t)(total - total) + twice[1][n - 1];
    return (int)total + twice[0][0];
}

__attribute__((noinline)) static float blur(float grid[3][4], vector4 weights, int row)
{
    float result[4] = {0};
    for (int i = 0; i < 4; i++)
        result[i] = grid[row][i] * weights[i] + 0.5f;
    float peak = result[0];
    for (int i = 1; i < 4; i++)
        peak = fmaxf(peak, result[i]);
    if (row == 2)
        abort();
    return peak;
}

typedef double function(double);

static double square(double x) { return x * x; }

__attribute__((noinline)) static double integrate(function *f, double from, double to, int steps)
{
    double width = (to - from) / steps, area = 0;
    long double exact = (to * (long double)to * to - from * from * from) / 3;
    for (int i = 0; i < steps; i++) {
        double x = from + (i + 0.5) * width;
        area += f(x) * width;
    }
    if (fabsl(exact - area) > 1e-3)
        *(volatile char *)8 = 1;
    return area;
}

int main(int argc, char **argv)
{
    const char *stop = argc > 1 ? argv[1] : "";
    double left[] = {1, 2, 3, 4}, right[] = {0, 1, 1, 0}, product[4];
    struct matrix a = {2, 2, left}, b = {2, 2, right}, c = {2, 2, product};
    int odd[] = {1, 3, 5, 7};
    float grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    vector4 weights = {0.25f, 0.5f, 0.125f, 1};
    double trace = multiply(&a, &b, &c);
    if (strcmp(stop, "vla") == 0)
        trace += scratch(4, odd);
    if (strcmp(stop, "grid") == 0)
        trace += blur(grid, weights, 2);
    if (strcmp(stop, "integral") == 0)
        trace += integrate(square, 0, 3, 4);
    if (strcmp(stop, "convolve") == 0) {
        c.cells = (double *)(uintptr_t)16;
        trace += multiply(&b, &a, &c);
    }
    printf("%f\n", trace);
    return 0;
}
