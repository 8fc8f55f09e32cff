#include "analysis/merged_loop.h"

#include "analysis/source.h"
#include "syntax/loop.h"

#include <dwarf.h>
#include <string.h>

/* gcc names its options; clang describes all calls of a function only where it optimizes. */
static bool is_optimized(const struct tr_valued_frame *valued)
{
    const char *producer = valued->function.unit->producer, *option = producer ? strstr(producer, " -O") : NULL;
    Dwarf_Die die = valued->function.die;
    if (option)
        return option[3] != '0';
    return dwarf_hasattr(&die, DW_AT_call_all_calls) || dwarf_hasattr(&die, DW_AT_GNU_all_call_sites);
}

/* The frame that called @p frame: the next one of its thread; NULL when that is of no source. */
static const struct tr_frame *caller_of(const struct tr_analysis *analysis, const struct tr_frame *frame)
{
    const struct tr_thread *thread = tr_list_at(&analysis->report->threads, struct tr_thread, 0);
    for (size_t i = 0; i + 1 < thread->frames.count; i++)
        if (thread->frames.items[i] == frame)
            return tr_list_at(&thread->frames, struct tr_frame, i + 1);
    return NULL;
}

/* "search" of "(anonymous namespace)::search<int>(int)". */
static const char *plain_name(struct tr_arena *arena, const char *name)
{
    const char *start = name, *end = name + strcspn(name, "<(");
    for (const char *at = name; at < end; at++)
        if (*at == ':')
            start = at + 1;
    return tr_arena_strndup(arena, start, (size_t)(end - start));
}

/* Whether the caller's lines name the function: otherwise it may be the twin of the one that they name. */
static bool is_named_by_caller(struct tr_analysis *analysis, const struct tr_frame *frame)
{
    const struct tr_frame *caller = caller_of(analysis, frame);
    if (!caller || !caller->source || !frame->function)
        return caller == NULL || strcmp(frame->function ? frame->function : "", "main") == 0;
    const char *name = plain_name(analysis->arena, frame->function);
    TR_EACH(const char, line, &caller->source->lines)
    if (strstr(line, name))
        return true;
    return false;
}

bool tr_analysis_may_be_other(struct tr_analysis *analysis, const struct tr_valued_frame *valued, size_t around)
{
    struct tr_loop_syntax loops[TR_LOOPS_AROUND];
    struct tr_statement_place place = {.function = &valued->function};
    if (valued->frame->inlined == TR_TRUE)
        return true;
    if (!is_optimized(valued))
        return false;
    place.text = valued->function.file ? tr_source_text(analysis, valued->function.file, &place.size) : NULL;
    return !place.text || tr_loops_of(analysis->arena, &place, loops) != around || !is_named_by_caller(analysis, valued->frame);
}
