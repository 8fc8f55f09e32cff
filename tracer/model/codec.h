/*
 * Records as bytes, for the exchange between supervisor and analysis worker. The reader treats the bytes as hostile: every
 * length is checked, nesting and node counts are capped (base/limits.h), strings must be NUL-free.
 *
 * May use: base, record. Used by: exchange, tests.
 */
#ifndef TR_MODEL_CODEC_H
#define TR_MODEL_CODEC_H

#include "base/error.h"
#include "base/str.h"
#include "model/record.h"

/** Append the record at @p object to @p out. Host byte order: both ends are the same machine. */
void tr_encode(const struct tr_record *record, const void *object, struct tr_str *out);

/**
 * Read one record from exactly @p size bytes.
 *
 * @param[out] ret the new record, in @p arena; unchanged on error.
 * @return NULL, or TR_ERROR_MALFORMED.
 */
struct tr_error *tr_decode(const struct tr_record *record, struct tr_arena *arena, const void *bytes, size_t size,
                           void **ret) TR_MUST_USE;

#endif
