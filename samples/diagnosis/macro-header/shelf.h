/* Books on a shelf, and how the rest of the program is meant to look at them. */
#ifndef SHELF_H
#define SHELF_H

#include "shelf_internal.h"

struct author {
    const char *name;
    int born;
};

struct book {
    struct author *author;
    struct book *next;
    int pages;
};

struct shelf {
    struct book *first;
    int count;
};

#define SHELF_FIRST(shelf) ((shelf)->first)
#define BOOK_BORN(book) (BOOK_AUTHOR(book)->born)

#endif
