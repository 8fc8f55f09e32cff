/*
 * Output formats: a descriptor each, listed in formats.def. A format turns a finished report (model/report.h) into
 * bytes and knows nothing of processes. To add one: formats/<name>/<name>.c with one descriptor, a line in formats.def,
 * and docs/HOWTO_ADD_FORMAT.md's checklist.
 */
#ifndef TR_FORMATS_FORMAT_H
#define TR_FORMATS_FORMAT_H

#include "base/error.h"
#include "base/str.h"
#include "model/report.h"

#include <stdbool.h>

struct tr_format_options {
    bool color;    /* ANSI colours, for a terminal */
    bool verbose;  /* everything: library frames, all variables */
    int columns;   /* width for a person, 100 by default */
    /* Longest document in bytes, and so in characters: TR_LIMIT_CHARS_LEAST or more, SIZE_MAX for any length, 0 for what
       the format itself takes as its limit. Text for a person does not use it. */
    size_t max_chars;
};

struct tr_format {
    const char *name;       /* for -f */
    const char *extension;  /* for -o FILE, without the dot; NULL when none selects it */
    const char *doc;        /* one line for --help */
    /** Append the document, with a newline at its end, to @p out. */
    struct tr_error *(*emit)(const struct tr_report *report, const struct tr_format_options *options,
                             struct tr_str *out);
};

/** By name, NULL when unknown. */
const struct tr_format *tr_format_named(const char *name);

/** By a file name's extension, NULL when none matches. */
const struct tr_format *tr_format_for_file(const char *path);

/** All formats; the list ends with NULL. */
const struct tr_format *const *tr_formats(void);

#endif
