/* An index that leads out of the block of malloc that its pointer points into, as the allocator's records tell its size. */
#ifndef TR_DIAGNOSE_BLOCK_INDEX_H
#define TR_DIAGNOSE_BLOCK_INDEX_H

#include "diagnose/access.h"

/**
 * Whether the bad pointer of @p suspect was itself read from outside of a block: m[i] of m[i][j]. Then fills everything of
 * @p finding.
 */
bool tr_block_index_match(const struct tr_facts *facts, const struct tr_suspect *suspect, struct tr_finding *finding);

/** Add to @p finding how large the block is that @p array points into, where that is known. */
void tr_block_index_tell(const struct tr_facts *facts, const struct tr_evaluated *array, struct tr_finding *finding);

#endif
