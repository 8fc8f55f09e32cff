/* report->program and modules: what the executable and the files that frames lie in tell of themselves. Private to analysis/. */
#ifndef TR_ANALYSIS_PROGRAM_H
#define TR_ANALYSIS_PROGRAM_H

#include "analysis/context.h"

/** Fill report->program (path, arguments are session's) and analysis->executable_mtime. */
void tr_analysis_program(struct tr_analysis *analysis);

/** Fill report->modules with the images that frames lie in; after the threads. */
void tr_analysis_modules(struct tr_analysis *analysis);

#endif
