/*
 * The JSON Schema (draft 2020-12) of the documents that json.c writes, made from the same tables. Kept in the tree as
 * report.schema.json; the test schema.current fails when that is behind. Used by: tests/tools/describe_report.c.
 */
#ifndef TR_FORMATS_JSON_SCHEMA_H
#define TR_FORMATS_JSON_SCHEMA_H

#include "base/error.h"
#include "base/str.h"

/** Append the schema, indented, with a newline at its end, to @p out. @return NULL or the error for no memory. */
struct tr_error *tr_json_schema(struct tr_str *out) TR_MUST_USE;

#endif
