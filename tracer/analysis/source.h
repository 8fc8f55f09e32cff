/* Source files: where they are, and excerpts of them. Private to analysis/. */
#ifndef TR_ANALYSIS_SOURCE_H
#define TR_ANALYSIS_SOURCE_H

#include "analysis/context.h"

/** @p path as the report shows it: mapped by --source-map, relative to the start folder when below it. In the arena. */
const char *tr_source_shown(struct tr_analysis *analysis, const char *path);

/**
 * The lines around @p line of the file that debug information calls @p path.
 *
 * @param[out] ret_reason  why there is no excerpt; NULL with one.
 * @return in the arena, or NULL.
 */
struct tr_source *tr_source_excerpt(struct tr_analysis *analysis, const char *path, int line, const char **ret_reason);

/**
 * The whole text of the file that debug information calls @p path.
 *
 * @return borrowed until the analysis ends; NULL when it cannot be read, which an excerpt of it tells.
 */
const char *tr_source_text(struct tr_analysis *analysis, const char *path, size_t *ret_size);

#endif
