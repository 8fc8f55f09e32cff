#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ticket { char *holder; int row; };

static void fill(long *places, int count)
{
    for (int i = 0; i < count; i++)
        places[i] = -1;
}

static char *copy_name(const char *name)
{
    char *copy = malloc(24);

    return strcpy(copy, name);
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    long *places = malloc(5 * sizeof(*places)), *prices = malloc(5 * sizeof(*prices));
    struct ticket ticket = {copy_name("Maximiliane"), 4};

    fill(prices, 5);
    if (strcmp(which, "loop") == 0) {
        fill(places, 7);
        free(places);
        free(prices);
    } else if (strcmp(which, "text") == 0) {
        strcpy(ticket.holder, "Maximiliane von Hohenfels-Birkenau the younger");
        char *list = malloc(200000);
        free(list);
    } else if (strcmp(which, "inside") == 0) {
        char *family = ticket.holder + 4;
        free(family);
    }
    printf("%ld\n", prices[4]);
    free(places);
    free(prices);
    free(ticket.holder);
    return 0;
}
