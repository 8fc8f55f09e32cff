#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct book { char *title; int pages; };

static void set_default(struct book *book)
{
    book->title = strdup("Untitled");
    book->pages = 0;
}

int main(void)
{
    struct book *book = calloc(1, sizeof(*book));

    set_default(book);
    printf("%s\n", book->title);
    free(book->title);
    free(book);
    return 0;
}
