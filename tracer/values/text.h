/*
 * Telling text from other bytes, and spelling it. Pure.
 *
 * May use: base. Used by: values.
 */
#ifndef TR_VALUES_TEXT_H
#define TR_VALUES_TEXT_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/** How the characters of a string are stored. */
struct tr_encoding {
    unsigned width;     /* bytes of one unit: 1, 2, 4 */
    const char *prefix; /* of a literal: "", "L", "u", "U", "u8" */
    bool strict;        /* unsigned char and the like: also used for plain bytes, so doubtful text is none */
};

/**
 * Whether @p size bytes before a NUL look like text: for char at most a third control or invalid bytes, for @p
 * encoding->strict types none, and at least four bytes. No bytes at all are the text "" unless strict.
 */
bool tr_text_like(const unsigned char *bytes, size_t size, const struct tr_encoding *encoding);

/** Units before the first NUL unit among @p units units; @p units when there is none. */
size_t tr_text_length(const unsigned char *bytes, size_t units, unsigned width);

/**
 * Append a string literal for @p units units: prefix, quotes, escapes; `...` behind the closing quote when @p cut. A
 * UTF-8 sequence that the cut split is left out.
 */
void tr_format_text(struct tr_str *out, const unsigned char *bytes, size_t units, const struct tr_encoding *encoding,
                    bool cut);

/**
 * Whether text is an environment string "NAME=value" whose name looks like a secret.
 *
 * @param[out] ret_value  offset of the value in @p bytes.
 */
bool tr_text_secret_setting(const unsigned char *bytes, size_t size, size_t *ret_value);

#endif
