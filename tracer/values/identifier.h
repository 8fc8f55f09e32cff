/*
 * The identifiers of source lines, without comments, literals, numbers, and names of members. Pure.
 *
 * May use: nothing. Used by: values.
 */
#ifndef TR_VALUES_IDENTIFIER_H
#define TR_VALUES_IDENTIFIER_H

#include <stdbool.h>
#include <stddef.h>

/** A scan over the lines of one source, in order. Starts zeroed. */
struct tr_identifier_scan {
    bool in_comment; /* the line begins inside a block comment */
};

/**
 * The next identifier of a line.
 *
 * @param at  where to go on in the line, NUL-terminated; moved behind the identifier.
 * @return its first byte, its length in @p ret_size; NULL at the end of the line.
 */
const char *tr_next_identifier(struct tr_identifier_scan *scan, const char **at, size_t *ret_size);

#endif
