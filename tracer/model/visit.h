/* Walking a record and all below it, whatever the fields: its strings, a copy of it. */
#ifndef TR_MODEL_VISIT_H
#define TR_MODEL_VISIT_H

#include "model/record.h"

/** @return what shall stand in place of @p text: itself, or another string that lives as long as the record. */
typedef const char *tr_string_fn(void *arg, const char *text);

/** Replace every string of the record at @p object and of all below it. */
void tr_record_replace_strings(const struct tr_record *record, void *object, tr_string_fn *replace, void *arg);

/** @return whether something was changed. */
typedef bool tr_record_fn(void *arg, void *object);

/**
 * Call @p fn for every record of the kind @p wanted at and below @p object, outer ones before inner ones; internal
 * fields and maps are passed over.
 *
 * @return whether one call returned true.
 */
bool tr_record_each(const struct tr_record *record, void *object, const struct tr_record *wanted, tr_record_fn *fn,
                    void *arg);

/** A copy in @p arena of the record at @p object and of every record and list below it; strings are shared. */
void *tr_record_copy(const struct tr_record *record, struct tr_arena *arena, const void *object);

#endif
