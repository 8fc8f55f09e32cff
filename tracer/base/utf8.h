/* Text of the traced program made fit to be shown: valid UTF-8, no control bytes, bounded. */
#ifndef TR_BASE_UTF8_H
#define TR_BASE_UTF8_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Length of the valid UTF-8 sequence at @p text (1..4), or 0 where the @p size bytes there do not begin with one. */
size_t tr_utf8_sequence(const char *text, size_t size);

/** Whether all @p size bytes are valid UTF-8 (a NUL byte counts as valid). */
bool tr_utf8_valid(const char *text, size_t size);

/** The code point of the valid sequence of @p length bytes (1..4) at @p text. */
uint32_t tr_utf8_decode(const char *text, size_t length);

/** Whether a code point beyond ASCII shows nothing or moves text about: C1 controls, zero-width, bidirectional formatting. */
bool tr_utf8_hidden(uint32_t point);

/**
 * Append @p size bytes as the inside of a C string literal: quotes, backslashes, control bytes and bytes that are not
 * UTF-8 become escapes (\n, \t, \", \\, \ooo). Also escapes Unicode's controls and bidirectional overrides, which could
 * forge a line on a terminal.
 */
void tr_str_add_escaped(struct tr_str *str, const char *text, size_t size);

/**
 * Append @p text for a sentence of ours: in double quotes, escaped, cut to TR_LIMIT_QUOTED bytes with "…" behind.
 */
void tr_str_add_quoted(struct tr_str *str, const char *text);

/**
 * Append a path or the name of a function for a sentence of ours: as it is when it is made of the characters of ordinary
 * names and fits TR_LIMIT_QUOTED bytes, a long path cut at its front; quoted otherwise, since debug information can make
 * any text a name.
 */
void tr_str_add_name(struct tr_str *str, const char *name);

#endif
