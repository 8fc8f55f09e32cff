/*
 * Literals of C and C++: their value and type. Pure; private to syntax/. Source: C17 6.4.4, C++20 [lex.literal].
 */
#ifndef TR_SYNTAX_LITERAL_H
#define TR_SYNTAX_LITERAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The arithmetic types of the language; on x86-64 "long long" is as wide as long. */
enum basic {
    BASIC_BOOL,
    BASIC_CHAR,
    BASIC_SIGNED_CHAR,
    BASIC_UNSIGNED_CHAR,
    BASIC_SHORT,
    BASIC_UNSIGNED_SHORT,
    BASIC_INT,
    BASIC_UNSIGNED,
    BASIC_LONG,
    BASIC_UNSIGNED_LONG,
    BASIC_LONG_LONG,
    BASIC_UNSIGNED_LONG_LONG,
    BASIC_FLOAT,
    BASIC_DOUBLE,
    BASIC_LONG_DOUBLE,
    BASIC_COUNT,
};

struct basic_type {
    const char *name;
    unsigned size; /* bytes */
    bool is_signed, is_float;
};

/** Table by enum basic. */
extern const struct basic_type basic_types[BASIC_COUNT];

struct literal {
    enum basic type;
    uint64_t word;    /* of an integer or character */
    long double real; /* of a floating-point number */
};

/** A number: 42, 0x1fUL, 0b11, 1'000, 2.5e3f. @return false when it is none that is known (user-defined, decimal
 * float). */
bool literal_number(const char *text, size_t size, struct literal *ret);

/** A character constant with its quotes: 'a', '\n', L'x', 'ab' (as gcc reads it). */
bool literal_character(const char *text, size_t size, bool is_cxx, struct literal *ret);

/**
 * Characters of a string literal with its quotes, the NUL at its end not counted.
 *
 * @param[out] ret_width  bytes of one: 1, or 2 or 4 by its prefix.
 * @return false for what is not understood.
 */
bool literal_string_length(const char *text, size_t size, size_t *ret_length, unsigned *ret_width);

#endif
