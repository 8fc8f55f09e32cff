#ifndef SHELF_INTERNAL_H
#define SHELF_INTERNAL_H

#define BOOK_AUTHOR(book) ((book)->author)

/* Two meanings: which one holds is not looked at, so none is taken. */
#ifdef SHELF_WIDE
#define SHELF_PAGES(book) ((book)->pages * 2)
#else
#define SHELF_PAGES(book) ((book)->pages)
#endif

#endif
