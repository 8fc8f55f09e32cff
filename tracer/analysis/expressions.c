#include "analysis/expressions.h"

#include "analysis/macro_headers.h"
#include "analysis/returning.h"
#include "analysis/source.h"
#include "diagnose/variables.h"
#include "syntax/stores.h"

#include <signal.h>
#include <string.h>

enum {
    CALLERS = 4,
    NULL_BYTES = 4096, /* addresses that a member of what NULL points to may have */
};

/* Valued frames are the user's own, innermost first. @return its place among them, or their number. */
static size_t first_frame(const struct tr_analysis *analysis)
{
    const struct tr_list *frames = &analysis->valued_frames;
    size_t index = 0;
    while (index < frames->count && !tr_list_at(frames, struct tr_valued_frame, index)->is_primary)
        index++;
    return index;
}

/* Its line is 0 where the compiler gives none, as for the check of a guard value. */
static bool find_place(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct tr_statement_place *ret)
{
    if (!valued->function.file)
        return false;
    *ret = (struct tr_statement_place){.function = &valued->function, .context = valued->context, .line = valued->function.line,
                                       .column = valued->function.column};
    ret->text = tr_source_text(analysis, valued->function.file, &ret->size);
    ret->header = tr_macro_header;
    ret->header_arg = tr_macro_headers(analysis, &valued->function);
    return ret->text != NULL;
}

/* What sets the names of the statement, and what the functions return that it calls. */
static void add_sources(struct tr_analysis *analysis, const struct tr_valued_frame *valued,
                        const struct tr_statement_place *place, struct tr_calling *statement)
{
    struct tr_report scratch = {0};
    statement->stores_known = tr_truth(tr_stores_of(analysis->arena, place, &scratch));
    statement->stores = scratch.stores;
    statement->handed = scratch.handed;
    tr_analysis_returning(analysis, valued, statement);
}

struct tr_statement *tr_analysis_expressions(struct tr_analysis *analysis)
{
    struct tr_report *report = analysis->report;
    struct tr_statement_place place;
    size_t first = first_frame(analysis);
    const struct tr_valued_frame *valued =
        first < analysis->valued_frames.count ? tr_list_at(&analysis->valued_frames, struct tr_valued_frame, first) : NULL;
    if (!valued || !find_place(analysis, valued, &place))
        return NULL;
    struct tr_statement *statement =
        place.line > 0 ? tr_statement_evaluate(analysis->arena, analysis->values, &place, report) : NULL;
    if (!analysis->stop->has_signal)
        return statement;
    struct tr_calling own = {.expressions = report->expressions};
    add_sources(analysis, valued, &place, &own);
    report->stores = own.stores;
    report->handed = own.handed;
    report->stores_known = own.stores_known;
    report->returning = own.returning;
    return statement;
}

/* Whether the second frame called the first one, and not through a library. */
static bool is_caller(const struct tr_analysis *analysis, const struct tr_frame *called, const struct tr_frame *caller)
{
    const struct tr_list *frames = &tr_list_at(&analysis->report->threads, struct tr_thread, 0)->frames;
    for (size_t i = 0; i + 1 < frames->count; i++)
        if (frames->items[i] == called)
            return frames->items[i + 1] == caller;
    return false;
}

/* Where a fault is of a value that was handed down, the statements of the callers tell from where. */
static bool may_be_handed_down(const struct tr_stop *stop)
{
    return stop->has_signal && (stop->signal.si_signo == SIGSEGV || stop->signal.si_signo == SIGFPE);
}

static bool is_null_or_unknown(struct tr_word word) { return !word.known || word.value < NULL_BYTES; }

/* Whether a statement with these @p expressions uses an argument of its function's that may be what is wrong with it. */
static bool uses_argument(const struct tr_frame *frame, const struct tr_list *expressions)
{
    TR_EACH(const struct tr_variable, argument, &frame->arguments)
    {
        /* A member's name alone means one of this. */
        if (strcmp(argument->name, "this") == 0 && is_null_or_unknown(tr_variable_pointer(argument)))
            return true;
        TR_EACH(const struct tr_evaluated, expression, expressions)
        {
            if (strcmp(expression->text, argument->name) == 0 && is_null_or_unknown(expression->word))
                return true;
        }
    }
    return false;
}

void tr_analysis_callers(struct tr_analysis *analysis)
{
    const struct tr_list *frames = &analysis->valued_frames, *expressions = &analysis->report->expressions;
    struct tr_statement_place place;
    if (!may_be_handed_down(analysis->stop))
        return;
    for (size_t i = first_frame(analysis) + 1; i < frames->count && analysis->report->callers.count < CALLERS; i++) {
        const struct tr_valued_frame *called = tr_list_at(frames, struct tr_valued_frame, i - 1),
                                     *valued = tr_list_at(frames, struct tr_valued_frame, i);
        if (!valued->is_primary || !is_caller(analysis, called->frame, valued->frame) ||
            !uses_argument(called->frame, expressions) || !find_place(analysis, valued, &place) || place.line <= 0)
            return;
        struct tr_report scratch = {0};
        struct tr_calling *calling = tr_list_new(analysis->arena, &analysis->report->callers, struct tr_calling);
        tr_statement_evaluate(analysis->arena, analysis->values, &place, &scratch);
        calling->expressions = scratch.expressions;
        expressions = &calling->expressions;
        add_sources(analysis, valued, &place, calling);
    }
}
