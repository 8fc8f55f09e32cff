/* What a sanitizer's runtime in the stopped program has to say. Private to analysis/. */
#ifndef TR_ANALYSIS_SANITIZER_H
#define TR_ANALYSIS_SANITIZER_H

#include "analysis/context.h"

/**
 * At an exit or an abort: fill report->sanitizer_text with the report that AddressSanitizer keeps of what it printed,
 * and from that memory.fault and memory.heap. Needs the images' symbols; does nothing without that runtime.
 */
void tr_analysis_sanitizer(struct tr_analysis *analysis);

#endif
