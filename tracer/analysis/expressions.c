#include "analysis/expressions.h"

#include "analysis/source.h"
#include "syntax/stores.h"

/* Valued frames are the user's own, innermost first. */
static const struct tr_valued_frame *first_frame(const struct tr_analysis *analysis)
{
    TR_EACH(const struct tr_valued_frame, valued, &analysis->valued_frames)
        if (valued->is_primary)
            return valued;
    return NULL;
}

struct tr_statement *tr_analysis_expressions(struct tr_analysis *analysis)
{
    const struct tr_valued_frame *valued = first_frame(analysis);
    if (!valued || !valued->function.file || valued->function.line <= 0)
        return NULL;
    struct tr_statement_place place = {.function = &valued->function, .context = valued->context, .line = valued->function.line,
                                       .column = valued->function.column};
    place.text = tr_source_text(analysis, valued->function.file, &place.size);
    if (!place.text)
        return NULL;
    if (analysis->stop->has_signal)
        analysis->report->stores_known = tr_truth(tr_stores_of(analysis->arena, &place, analysis->report));
    return tr_statement_evaluate(analysis->arena, analysis->values, &place, analysis->report);
}
