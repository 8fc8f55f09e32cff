/*
 * Whether a thread goes round for ever, proved from the instructions of a few turns: what changes from one to the next neither
 * decides where it goes on, nor which memory it uses. Private to analysis/.
 */
#ifndef TR_ANALYSIS_LOOP_PROOF_H
#define TR_ANALYSIS_LOOP_PROOF_H

#include "analysis/context.h"

/**
 * Whether the turns that were stepped through, going on as they did, repeat for ever, as long as nobody else changes what they
 * look at (samples.is_alone) and no limit ends them.
 *
 * @return after how many turns all that counts is as it was; 0 when that is not proved.
 */
unsigned tr_analysis_repeats(struct tr_analysis *analysis);

#endif
