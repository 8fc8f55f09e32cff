/* What a program that gave up said last: its last line on standard error, and errno. */
#ifndef TR_DIAGNOSE_LAST_WORDS_H
#define TR_DIAGNOSE_LAST_WORDS_H

#include "diagnose/facts.h"

/**
 * Put the last line on standard error into a finding about a program that ended itself: into its summary, and as
 * evidence. Does nothing for findings of other kinds, without a capture, and when the line is there already. Only at the
 * end of a run is the line known to be the last.
 */
void tr_last_words_tell(struct tr_arena *arena, const struct tr_report *report, struct tr_finding *finding);

/** Add errno, where it was read, as evidence, with the failed system call that left it where there is one. */
void tr_last_error_tell(const struct tr_facts *facts, struct tr_finding *finding);

#endif
