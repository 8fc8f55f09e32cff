#include <stdio.h>

#define CANDIDATES 100

static int votes[CANDIDATES];

static void count_vote(int candidate)
{
    votes[candidate]++;
}

int main(void)
{
    int candidate;

    while (scanf("%d", &candidate) == 1)
        count_vote(candidate);
    printf("%d\n", votes[17]);
    return 0;
}
