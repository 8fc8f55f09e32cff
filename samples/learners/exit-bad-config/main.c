#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *key)
{
    fprintf(stderr, "config: missing key '%s'\n", key);
    exit(3);
}

static const char *lookup(const char *pairs[][2], int n, const char *key)
{
    for (int i = 0; i < n; i++)
        if (strcmp(pairs[i][0], key) == 0)
            return pairs[i][1];
    fail(key);
    return NULL;
}

int main(void)
{
    const char *config[][2] = {{"host", "localhost"}, {"port", "8080"}};

    puts(lookup(config, 2, "port"));
    puts(lookup(config, 2, "user"));
    return 0;
}
