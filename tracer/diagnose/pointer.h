/* What the rules about pointers share: who the culprit is, and how to say it. */
#ifndef TR_DIAGNOSE_POINTER_H
#define TR_DIAGNOSE_POINTER_H

#include "diagnose/access.h"
#include "diagnose/variables.h"

/** The bad pointer of a fault, as well as it is known. */
struct tr_culprit {
    struct tr_suspects suspects;        /* exactly one: proved by recomputation; several: ambiguous */
    const struct tr_variable *variable; /* no suspects: the one variable of the line that fits, or NULL */
    bool is_argument;                   /* it was handed to a function of a library */
};

/** Find who computed the faulting address, within @p reach bytes of a pointer where no expression tells. */
void tr_culprit_find(const struct tr_facts *facts, uint64_t reach, struct tr_culprit *ret);

/** The one suspect, or NULL when there is none or more than one. */
const struct tr_suspect *tr_culprit_proved(const struct tr_culprit *culprit);

/**
 * Fill expression, confidence and proof of @p finding: verified with one suspect, likely otherwise. With several
 * suspects the expression is the statement, and they are its ambiguous[].
 */
void tr_culprit_fill(const struct tr_facts *facts, const struct tr_culprit *culprit, struct tr_finding *finding);

/**
 * Whether a number of the statement was handed to a function of the printf or scanf family as if it were an address: an
 * & that was forgotten, a %s for an int. Then @p finding is filled.
 */
bool tr_number_as_pointer(const struct tr_facts *facts, struct tr_finding *finding);

/** The same for one suspect: "called" when it is a member function whose object is not there. */
const char *tr_suspect_participle(const struct tr_facts *facts, const struct tr_suspect *suspect);

/** "read", "written" or "reached": what the access would have been, for "… cannot be read". */
const char *tr_fault_participle(const struct tr_facts *facts);

/**
 * Whether the faulting address is in memory that is there, and that nobody may touch (mprotect, a guard). Writes to what can
 * be read have a rule of their own.
 */
bool tr_fault_forbidden(const struct tr_facts *facts);

#endif
