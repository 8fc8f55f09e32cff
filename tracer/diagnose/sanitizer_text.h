/*
 * What the runtime of a sanitizer prints when it has found something, taken apart. Sources: compiler-rt 14 and
 * libsanitizer of gcc 12, asan_errors.cpp, asan_descriptions.cpp, lsan_common.cpp, tsan_report.cpp, ubsan_diag.cpp.
 * The text is the program's: it may say anything.
 */
#ifndef TR_DIAGNOSE_SANITIZER_TEXT_H
#define TR_DIAGNOSE_SANITIZER_TEXT_H

#include "diagnose/facts.h"

/** One report. Strings and lists in the arena. */
struct tr_sanitizer_text {
    enum tr_kind kind;
    int cwe;
    const char *tool;        /* "AddressSanitizer"; "the undefined behaviour sanitizer" has no name in its text */
    const char *message;     /* its first line, from what was found: "heap-buffer-overflow on address 0x…" */
    const char *explanation; /* of the kind, for a learner */
    const char *hint;
    struct tr_word address;  /* that was accessed or freed, tracee space */
    enum tr_access access;   /* 0 when not told */
    struct tr_number size;   /* bytes of the access */
    const char *place;       /* "0x… is located 0 bytes to the right of 40-byte region …", or NULL */
    struct tr_list frames;   /* struct tr_frame *: the stack of the error, innermost first; may be empty */
    struct tr_location *location; /* told in place of a stack (ubsan), or NULL */
    struct tr_heap *heap;    /* block, with its stacks, or leaks; NULL when there are none */
};

/** Take the first report of @p text apart. @return false when there is none. */
bool tr_sanitizer_text_parse(struct tr_arena *arena, const char *text, struct tr_sanitizer_text *ret);

/** The first frame of a stack whose source seems to be the program's own, or NULL. */
const struct tr_frame *tr_sanitizer_text_frame(const struct tr_list *frames);

/**
 * Explain a run by what its sanitizer printed: fills all of @p finding, whose location is the user's frame.
 *
 * @param text  NULL: what the analysis found in the runtime's memory.
 */
bool tr_sanitizer_match(const struct tr_facts *facts, const char *text, struct tr_finding *finding);

#endif
