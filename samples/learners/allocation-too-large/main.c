#include <stdio.h>
#include <stdlib.h>

static double *make_buffer(int count)
{
    double *samples = malloc(count * sizeof(double));

    for (int i = 0; i < 3; i++)
        samples[i] = 0.5 * i;
    return samples;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 3;
    double *samples = make_buffer(count);

    printf("%g %g %g\n", samples[0], samples[1], samples[2]);
    free(samples);
    return 0;
}
