#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    double **cell;
} Matrix;

static Matrix *matrix_new(int rows, int cols)
{
    Matrix *m = malloc(sizeof(Matrix));

    m->rows = rows;
    m->cols = cols;
    m->cell = calloc(rows, sizeof(double *));
    for (int i = 0; i < rows; i++)
        m->cell[i] = calloc(cols, sizeof(double));
    return m;
}

static void matrix_identity(Matrix *m)
{
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->cols; j++)
            m->cell[i][j] = i == j ? 1.0 : 0.0;
}

int main(void)
{
    Matrix *m = matrix_new(4, 4);

    matrix_identity(m);
    printf("%g %g\n", m->cell[0][0], m->cell[3][2]);
    return 0;
}
