/* The divisor of an integer division that the processor refused. Private to analysis/. */
#ifndef TR_ANALYSIS_DIVISOR_H
#define TR_ANALYSIS_DIVISOR_H

#include "analysis/context.h"

/** At a SIGFPE of a division, fill report->divisor from the instruction's register or memory operand. */
void tr_analysis_divisor(struct tr_analysis *analysis);

#endif
