/*
 * Names of variables that probably hold a secret. What they hold is shown as "***" wherever it would turn up.
 *
 * May use: nothing. Used by: values, session.
 */
#ifndef TR_BASE_SECRET_H
#define TR_BASE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

/** What stands in place of a secret. */
#define TR_SECRET_MASK "***"

/**
 * Whether a variable called @p name (of the environment or of the program) looks like a secret.
 *
 * KEY and TOKEN count in capitals only, or behind a word such as "api": a variable called key or token is far more
 * often part of a hash table or a parser, and hiding it would hide the bug. @p name may be NULL.
 */
bool tr_secret_name(const char *name);

/** The same for the first @p size bytes at @p name, which need no NUL. */
bool tr_secret_name_n(const char *name, size_t size);

#endif
