#include "values/values_internal.h"

#include "base/fatal.h"
#include "symbols/dwarf.h"

#include <stdlib.h>
#include <string.h>

struct tr_reached_row {
    int line, column;
    uint64_t low;
};

void tr_reached_deinit(struct tr_reached *reached)
{
    free(reached->rows);
}

/* The rows of the function's own file from its start to its end, by address. */
static void build(struct tr_reached *reached)
{
    const struct tr_function *function = reached->function;
    size_t capacity = 0;
    reached->built = true;
    for (uint64_t at = function->low; at < function->high;) {
        struct tr_line row;
        if (!tr_line_at(function->unit, at, &row) || row.high <= at || reached->count == TR_LIMIT_ROWS_REACHED)
            return;
        if (row.file && function->file && strcmp(row.file, function->file) == 0) {
            if (reached->count == capacity) {
                capacity = capacity ? capacity * 2 : 64;
                struct tr_reached_row *rows = realloc(reached->rows, capacity * sizeof(*rows));
                if (!rows)
                    tr_fatal("out of memory");
                reached->rows = rows;
            }
            reached->rows[reached->count++] = (struct tr_reached_row){row.line, row.column, row.low};
        }
        at = row.high;
    }
    reached->complete = true;
}

/* What the line table says about the code of a declaration. */
struct declaration {
    bool below;   /* some of it lies before the code that runs, other lines between */
    bool running; /* the code that runs belongs to it */
    bool pending; /* running, and the variable is not stored before that is done */
};

/* Rows [first, end) are the run of rows of one line around the code that runs, which is in the row @p at. */
struct run {
    size_t first, at, end;
};

static bool find_run(const struct tr_reached *reached, struct run *ret)
{
    size_t behind = 0;
    while (behind < reached->count && reached->rows[behind].low <= reached->frame->lookup_pc)
        behind++;
    if (!behind)
        return false;
    struct run run = {behind - 1, behind - 1, behind};
    int line = reached->rows[run.at].line;
    while (run.first > 0 && reached->rows[run.first - 1].line == line)
        run.first--;
    while (run.end < reached->count && reached->rows[run.end].line == line)
        run.end++;
    *ret = run;
    return true;
}

/*
 * Whether the variable of the line that runs is still to be stored. The store carries the column of the variable's
 * name: gcc tells that of the declaration, too. Clang does not, but has rows for each step: the store comes last, and
 * stands to the left of all that it waits for. A macro puts everything into one column: then nothing is known. Neither is
 * it where gcc has the store in the row of a call, and what runs now stands behind that on the same line: it may be a statement of its own.
 */
static bool is_pending(const struct tr_reached *reached, const struct run *run, int column)
{
    int now = reached->rows[run->at].column;
    bool left_before = false, left_behind = false, stored = false, has_row = false, passed = false;
    for (size_t i = run->first; i < run->end; i++) {
        int there = reached->rows[i].column;
        stored |= i < run->at && there == column;
        has_row |= there == column;
        passed |= i < run->at && there > column && there < now;
        left_before |= i < run->at && there && there < now;
        left_behind |= i > run->at && there && there < now;
    }
    if (!column)
        return left_behind && !left_before;
    return !stored && column != now && (has_row || !passed);
}

static struct declaration find(const struct tr_reached *reached, int line, int column)
{
    struct declaration found = {.below = false};
    struct run run;
    if (!find_run(reached, &run))
        return (struct declaration){.below = true}; /* nothing is known */
    if (reached->rows[run.at].line == line) {
        found.running = true;
        found.pending = is_pending(reached, &run, column);
    }
    for (size_t i = 0; i < run.first; i++)
        found.below |= reached->rows[i].line == line;
    return found;
}

/* A location that holds for the whole function says nothing about when the value comes to be there; a list does. */
static bool is_timeless(Dwarf_Die *variable)
{
    Dwarf_Attribute location;
    if (!dwarf_attr_integrate(variable, DW_AT_location, &location))
        return false;
    unsigned form = dwarf_whatform(&location);
    return form == DW_FORM_exprloc || form == DW_FORM_block1 || form == DW_FORM_block2 || form == DW_FORM_block4 ||
           form == DW_FORM_block;
}

static bool is_outside_frame(const struct tr_reached *reached, const struct tr_place *place)
{
    /* Outside of the frame: static, thread-local, or by reference in a caller. The frame lies below its CFA. */
    enum { LARGEST_FRAME = 64 << 20 };
    return !reached->frame->cfa || place->address >= reached->frame->cfa ||
           reached->frame->cfa - place->address > LARGEST_FRAME;
}

static bool is_scalar(Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    if (!dwarf_attr_integrate(variable, DW_AT_type, &attribute) || !dwarf_formref_die(&attribute, &type))
        return false;
    switch (tr_value_kind(&type)) {
    case TR_VALUE_ARRAY:
    case TR_VALUE_STRUCT:
    case TR_VALUE_UNION:
    case TR_VALUE_CLASS:
        return false;
    default:
        return true;
    }
}

/* Before the end of the prologue, where the frame itself has not been set up. */
static bool is_entering(const struct tr_reached *reached)
{
    const struct tr_function *function = reached->function;
    const struct tr_frame_context *frame = reached->frame;
    if (function->inlined || frame->pc != frame->lookup_pc)
        return false;
    uint64_t end = tr_prologue_end(function->unit, function->low, function->high);
    return frame->pc >= function->low && frame->pc < end;
}

bool tr_not_set_yet(struct tr_reached *reached, struct tr_values *values, const struct tr_scope_variable *variable,
                    const struct tr_place *place, const char **ret_reason)
{
    Dwarf_Die die = variable->die;
    *ret_reason = NULL;
    if (place->type != TR_PLACE_MEMORY || is_outside_frame(reached, place) || !is_timeless(&die))
        return false;
    if (is_entering(reached)) {
        *ret_reason =
            variable->is_parameter ? "the function has not stored it yet" : "the function has just been entered";
        return true;
    }
    if (variable->is_parameter || !reached->position || !variable->declared_line)
        return false;
    if (!reached->built)
        build(reached);
    if (!reached->complete)
        return false;
    uint64_t column = 0;
    (void)tr_die_unsigned(&die, DW_AT_decl_column, &column);
    struct declaration code = find(reached, variable->declared_line, (int)column);
    if (code.below)
        return false;
    if (variable->declared_line > reached->position && !code.running) {
        *ret_reason =
            tr_arena_printf(values->arena, "its declaration on line %d has not been reached", variable->declared_line);
        return true;
    }
    if (!code.running)
        return false;
    if (is_scalar(&die) && code.pending) {
        *ret_reason =
            tr_arena_printf(values->arena, "its declaration on line %d is still running", variable->declared_line);
        return true;
    }
    *ret_reason = "its declaration is still running: it may not be wholly set";
    return false;
}
