/* An element that [] of a map has made for a key that was not there. */
#ifndef TR_DIAGNOSE_MAP_ELEMENT_H
#define TR_DIAGNOSE_MAP_ELEMENT_H

#include "diagnose/facts.h"

/**
 * Say in the hint of @p finding how a NULL pointer comes into a map, where @p text, an expression of the failing statement,
 * is map[key] of one; otherwise nothing.
 */
void tr_map_element_tell(const struct tr_facts *facts, const char *text, struct tr_finding *finding);

#endif
