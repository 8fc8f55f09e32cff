/* The faulting access: address, what lies there, the instruction, the registers. Private to analysis/. */
#ifndef TR_ANALYSIS_MEMORY_FAULT_H
#define TR_ANALYSIS_MEMORY_FAULT_H

#include "analysis/context.h"

/** Fill report->registers, instruction and memory.fault and regions from the primary thread's registers and the signal. */
void tr_analysis_fault(struct tr_analysis *analysis);

/** Add to memory.regions what the values of report->expressions, as addresses, lie in. */
void tr_analysis_expression_regions(struct tr_analysis *analysis);

/** Add to memory.regions the heap that malloc gets by brk(2), for rules that look at its records. */
void tr_analysis_heap_region(struct tr_analysis *analysis);

#endif
