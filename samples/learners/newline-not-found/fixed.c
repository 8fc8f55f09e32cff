#include <stdio.h>
#include <string.h>

#define ITEMS 10

static void chomp(char *line)
{
    line[strcspn(line, "\n")] = '\0';
}

int main(void)
{
    char items[ITEMS][32];
    int n = 0;

    while (n < ITEMS && fgets(items[n], sizeof items[n], stdin)) {
        chomp(items[n]);
        n++;
    }
    for (int i = 0; i < n; i++)
        printf("%d. %s\n", i + 1, items[i]);
    return 0;
}
