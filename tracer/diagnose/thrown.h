/* The C++ exception behind a std::terminate. */
#ifndef TR_DIAGNOSE_THROWN_H
#define TR_DIAGNOSE_THROWN_H

#include "diagnose/facts.h"

/** Whether the program stopped because std::terminate was called. */
bool tr_is_terminated(const struct tr_facts *facts);

/** Whether that was because an exception tried to leave a function that is noexcept. */
bool tr_is_noexcept_left(const struct tr_facts *facts);

/** "std::out_of_range (\"map::at\")", or NULL when no exception is known. In the arena. */
const char *tr_thrown_name(const struct tr_facts *facts);

/** Add the exception's type and text to @p finding, and its proof. */
void tr_thrown_tell(const struct tr_facts *facts, struct tr_finding *finding);

/**
 * Where the stack of the throw is gone: add the places in the program that throw this type to @p finding.
 * @return the place in words when there is only one; NULL otherwise. In the arena.
 */
const char *tr_thrown_places_tell(const struct tr_facts *facts, struct tr_finding *finding);

#endif
