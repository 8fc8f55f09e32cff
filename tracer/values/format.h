/*
 * Scalars as C spells them, from their bytes (little-endian, as the tracee has them). Pure.
 *
 * May use: base. Used by: values. Source: x86-64 psABI 3.1.2 for the layouts; IEEE 754.
 */
#ifndef TR_VALUES_FORMAT_H
#define TR_VALUES_FORMAT_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The unsigned number in the first @p size bytes, 0..8. */
uint64_t tr_load_unsigned(const unsigned char *bytes, size_t size);

/** The same, sign extended. */
int64_t tr_load_signed(const unsigned char *bytes, size_t size);

/** Append an integer of @p size bytes, 1..16, in decimal. */
void tr_format_integer(struct tr_str *out, const unsigned char *bytes, size_t size, bool is_signed);

/** How a floating-point number is laid out. */
enum tr_float_type {
    TR_FLOAT_HALF,   /* 2 bytes */
    TR_FLOAT_BRAIN,  /* 2 bytes, the upper half of a float: bfloat16 */
    TR_FLOAT_SINGLE, /* 4 bytes */
    TR_FLOAT_DOUBLE, /* 8 bytes */
    TR_FLOAT_X87,    /* 10 bytes, padded to 12 or 16 */
    TR_FLOAT_QUAD,   /* 16 bytes: __float128 */
    TR_FLOAT_NONE,
};

/** The layout of a DW_ATE_float base type called @p name of @p size bytes. */
enum tr_float_type tr_float_type(const char *name, uint64_t size);

/** Bytes that the layout reads; at most 16. */
size_t tr_float_size(enum tr_float_type type);

/**
 * Append the shortest decimal text that reads back as the same number: "2.5", "1e+20", "inf", "-nan". A __float128 is
 * rounded to a long double first.
 *
 * @param bytes  tr_float_size(type) bytes.
 * @return false, and nothing appended, for bytes that are no number of the type (an x87 "unnormal": printf may not be
 *         given one).
 */
bool tr_format_float(struct tr_str *out, const unsigned char *bytes, enum tr_float_type type);

/** Append a character constant: 'a', '\n', '\0', '\377'. */
void tr_format_character(struct tr_str *out, unsigned char byte);

/** Append @p point as UTF-8. @return false, and nothing appended, when it is no Unicode scalar value. */
bool tr_str_add_point(struct tr_str *out, uint32_t point);

#endif
