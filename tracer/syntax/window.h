/*
 * Which part of a source file is worth parsing: one function. Pure; private to syntax/.
 */
#ifndef TR_SYNTAX_WINDOW_H
#define TR_SYNTAX_WINDOW_H

#include <stdbool.h>
#include <stddef.h>

struct window {
    size_t start, end;     /* bytes [start, end) of the file; start begins a line */
    int first_line;        /* of start, from 1 */
    size_t line, line_end; /* bytes [line, line_end) of the line that was asked for */
};

/**
 * The bytes from the function's first line to the brace that closes it. Of a function that is larger than
 * TR_LIMIT_SYNTAX_BYTES, the largest statement around the line that is not; where that cannot be told, what stands around.
 *
 * @param declared  line where the function begins; 0 when unknown.
 * @param line      the line of interest, from 1.
 * @return false when the file has no such line.
 */
bool window_find(const char *text, size_t size, int declared, int line, struct window *ret);

#endif
