#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 50

static int read_scores(const char *path, int *scores, int max)
{
    char line[80];
    int n = 0;
    FILE *fp = fopen(path, "r");

    if (fp == NULL)
        return 0;
    while (n < max && fgets(line, sizeof(line), fp) != NULL) {
        scores[n] = atoi(line);
        n++;
    }
    fclose(fp);
    return n;
}

int main(void)
{
    int scores[MAX];
    int n = read_scores("scores.txt", scores, MAX);
    int best = 0;

    for (int i = 0; i < n; i++)
        if (scores[i] > best)
            best = scores[i];
    printf("best of %d: %d\n", n, best);
    return 0;
}
