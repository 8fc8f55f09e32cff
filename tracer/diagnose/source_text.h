/* Lines of source looked at as text: enough to see what assigns to a name. */
#ifndef TR_DIAGNOSE_SOURCE_TEXT_H
#define TR_DIAGNOSE_SOURCE_TEXT_H

#include "model/report.h"

/** What @p line assigns to @p name, as it stands behind "name =" (not "=="); NULL when it does not. Points into @p line. */
const char *tr_source_assigned(const char *line, const char *name);

enum { TR_SOURCE_NAME = 64 };

/**
 * The function that an expression calls, behind casts: "strchr" of "(char *)strchr(line, '=')".
 *
 * @return false, with @p ret unchanged, when it is no call of a function by its name.
 */
bool tr_source_called(const char *expression, char ret[TR_SOURCE_NAME]);

#endif
