/* What the C library says when it aborts (__abort_msg): telling its messages apart. Sources: glibc 2.36,
   malloc/malloc.c, assert/assert.c, debug/. */
#ifndef TR_DIAGNOSE_ABORT_TEXT_H
#define TR_DIAGNOSE_ABORT_TEXT_H

#include "diagnose/facts.h"

/** Which kind a message of malloc, free or the fortified functions stands for, and what it means. */
struct tr_abort_text {
    enum tr_kind kind;
    bool certain;        /* false: the allocator itself cannot tell whether it is this or an overwritten heap */
    const char *meaning; /* a clause: "free was given a block that is already free" */
};

/** Whether @p facts has a message of an abort, and of which kind. Failed assertions are not among them. */
bool tr_abort_text_kind(const struct tr_facts *facts, struct tr_abort_text *ret);

/** The message without its line end, quoted; NULL when there is none. In the arena. */
const char *tr_abort_text_quoted(const struct tr_facts *facts);

/** A message of assert(). */
struct tr_assertion {
    const char *condition, *file, *function; /* in the arena */
    int64_t line;
};

/** Take "program: file:line: function: Assertion `condition' failed." apart. @return false when @p message is no such.
 */
bool tr_assertion_parse(struct tr_arena *arena, const char *message, struct tr_assertion *ret);

#endif
