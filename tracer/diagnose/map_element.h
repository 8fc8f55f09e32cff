/* An element that [] of a map has made for a key that was not there. */
#ifndef TR_DIAGNOSE_MAP_ELEMENT_H
#define TR_DIAGNOSE_MAP_ELEMENT_H

#include "diagnose/facts.h"

/**
 * What to look at where @p element is map[key] of a map.
 *
 * @param made  what an element is that was made so: "a pointer in it is NULL".
 * @return in the arena; NULL when it is something else.
 */
const char *tr_map_element_hint(const struct tr_facts *facts, const struct tr_evaluated *element, const char *made);

/**
 * Say in the hint of @p finding how a NULL pointer comes into a map, where @p text, an expression of the failing statement,
 * is map[key] of one; otherwise nothing.
 */
void tr_map_element_tell(const struct tr_facts *facts, const char *text, struct tr_finding *finding);

#endif
