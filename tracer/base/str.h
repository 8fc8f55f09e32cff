/* A growing byte string of our own (malloc), for building text and binary messages. */
#ifndef TR_BASE_STR_H
#define TR_BASE_STR_H

#include "base/cleanup.h"

#include <stdbool.h>
#include <stddef.h>

struct tr_str {
    char *bytes; /* NUL-terminated when not NULL; may contain NULs */
    size_t size, capacity;
};

#define tr_auto_str TR_CLEANUP(tr_str_deinit)

/** Free the storage and leave an empty string. */
void tr_str_deinit(struct tr_str *str);

/** Append; @p bytes may contain NULs. Memory that runs out ends the process (tr_fatal()), as in all that follow. */
void tr_str_add(struct tr_str *str, const void *bytes, size_t size);
void tr_str_add_text(struct tr_str *str, const char *text);
void tr_str_add_char(struct tr_str *str, char c);
void tr_str_printf(struct tr_str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The text so far, "" when empty; borrowed until the next change. */
const char *tr_str_text(const struct tr_str *str);

#endif
