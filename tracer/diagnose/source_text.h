/* Lines of source looked at as text: enough to see what assigns to a name. */
#ifndef TR_DIAGNOSE_SOURCE_TEXT_H
#define TR_DIAGNOSE_SOURCE_TEXT_H

#include "model/report.h"

/** What @p line assigns to @p name, as it stands behind "name =" (not "=="); NULL when it does not. Points into @p line. */
const char *tr_source_assigned(const char *line, const char *name);

/** Whether @p line changes @p name by ++, --, += and the like, or takes its address. */
bool tr_source_steps(const char *line, const char *name);

/** Line number @p line of an excerpt that has it, without white space around it. In @p arena. */
const char *tr_source_trimmed(struct tr_arena *arena, const struct tr_source *source, int64_t line);

#endif
