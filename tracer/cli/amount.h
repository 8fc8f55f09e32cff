/* Amounts as an option gives them. Private to cli/. */
#ifndef TR_CLI_AMOUNT_H
#define TR_CLI_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

/** A number with a suffix, as timeout(1) takes times, and ms: "1.5", "500ms", "2m". @return false for anything else. */
bool tr_amount_time_ms(const char *text, int64_t *ret);

/** Bytes, whole or with a suffix K, M, G or T of 1024: "65536", "1.5G". */
bool tr_amount_bytes(const char *text, int64_t *ret);

/** A number without a suffix. */
bool tr_amount_count(const char *text, int64_t *ret);

#endif
