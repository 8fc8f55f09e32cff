#include "shelf.h"

#include <stdio.h>
#include <string.h>

static int oldest(const struct shelf *shelf)
{
    return BOOK_BORN(SHELF_FIRST(shelf));
}

static int thickest(const struct shelf *shelf)
{
    return SHELF_PAGES(shelf->first->next);
}

int main(int argc, char **argv)
{
    struct book book = {.pages = 311};
    struct shelf shelf = {.first = &book, .count = 1};
    if (argc > 1 && strcmp(argv[1], "two-meanings") == 0)
        printf("%d\n", thickest(&shelf));
    else
        printf("%d\n", oldest(&shelf));
    return 0;
}
