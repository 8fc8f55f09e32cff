#include <stdio.h>
#include <stdlib.h>

static int sieve(int limit)
{
    char *prime = malloc(limit + 1);
    int count = 0;

    for (int i = 0; i <= limit; i++)
        prime[i] = 1;
    for (int i = 2; i <= limit; i++) {
        if (!prime[i])
            continue;
        count++;
        for (int j = i * i; j <= limit * limit; j += i)
            prime[j] = 0;
    }
    free(prime);
    return count;
}

int main(void)
{
    printf("%d\n", sieve(1000));
    return 0;
}
