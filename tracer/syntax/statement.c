#include "syntax/statement.h"

#include "syntax/evaluator.h"
#include "syntax/loop.h"
#include "syntax/returns.h"
#include "syntax/stores.h"
#include "syntax/tree.h"

#include <string.h>

struct tr_statement {
    struct tr_list shown;
};

static void incomplete(struct evaluator *evaluator, const char *reason, int64_t limit)
{
    struct tr_incomplete *entry = tr_list_new(evaluator->arena, &evaluator->report->incomplete, struct tr_incomplete);
    entry->section = "expressions";
    entry->reason = reason;
    if (limit)
        entry->limit = tr_number(limit);
}

static bool is_cxx(const struct tr_function *function)
{
    switch (function->unit->language) {
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
    case 0x2b: /* C++17, 0x2c: C++20; DWARF 6 language codes that clang writes */
    case 0x2c:
        return true;
    default:
        return false;
    }
}

/* The line where the function begins, when it begins in the file that the position is in. */
static int declared_line(const struct tr_function *function)
{
    uint64_t line;
    Dwarf_Die die = function->die;
    return attribute_unsigned(&die, DW_AT_decl_line, &line) && line <= INT32_MAX ? (int)line : 0;
}

static void evaluate_roots(struct evaluator *evaluator, const struct statement_tree *tree)
{
    struct typed ignored;
    for (size_t i = 0; i < tree->count; i++)
        unit_names_want(evaluator, tree->roots[i]);
    for (size_t i = 0; i < tree->count; i++)
        evaluate(evaluator, tree->roots[i], NO_PARENT, NULL, &ignored);
}

struct tr_statement *tr_statement_evaluate(struct tr_arena *arena, struct tr_values *values,
                                           const struct tr_statement_place *place, struct tr_report *report)
{
    struct tr_statement *statement = tr_arena_new(arena, struct tr_statement);
    struct evaluator evaluator = {
        .arena = arena,
        .values = values,
        .report = report,
        .function = place->function,
        .context = place->context,
        .dwarf = place->function->unit->dwarf,
        .place = place,
        .is_cxx = is_cxx(place->function),
    };
    struct window window;
    struct statement_tree tree;
    if (!window_find(place->text, place->size, declared_line(place->function), place->line, &window))
        return statement; /* the excerpt of the source has told why */
    tree_statement(arena, place->text, &window, place->column, evaluator.is_cxx, &tree);
    if (tree.reason)
        incomplete(&evaluator, tree.reason, 0);
    evaluator.tree = &tree;
    evaluate_roots(&evaluator, &tree);
    if (tree.cut || evaluator.cut)
        incomplete(&evaluator, "the statement is too large: not all of its parts were evaluated", TR_LIMIT_EXPRESSIONS);
    statement->shown = evaluator.shown;
    return statement;
}

void tr_statement_finish(struct tr_statement *statement)
{
    TR_EACH (struct shown_record, pair, &statement->shown) {
        pair->record->points_to = pair->shown->points_to;
        if (pair->shown->value == pair->value)
            continue;
        pair->record->value = pair->shown->value; /* masked since */
        pair->record->reason = pair->shown->reason;
    }
}

size_t tr_loops_around(struct tr_arena *arena, const struct tr_statement_place *place, struct tr_loop_syntax ret[TR_LOOPS_AROUND])
{
    struct window window;
    if (!place->text || !window_find(place->text, place->size, declared_line(place->function), place->line, &window))
        return 0;
    return tree_loops(arena, place->text, &window, place->column, is_cxx(place->function), ret);
}

size_t tr_loops_of(struct tr_arena *arena, const struct tr_statement_place *place, struct tr_loop_syntax ret[TR_LOOPS_AROUND])
{
    struct window window;
    int declared = declared_line(place->function);
    if (!place->text || !declared || !window_find(place->text, place->size, declared, declared, &window))
        return 0;
    return tree_function_loops(arena, place->text, &window, is_cxx(place->function), ret);
}

bool tr_returns_of(const struct tr_statement_place *place, struct tr_returns *ret)
{
    struct window window;
    int declared = declared_line(place->function);
    *ret = (struct tr_returns){.count = 0};
    return place->text && declared && window_find(place->text, place->size, declared, declared, &window) &&
           tree_returns(place->text, &window, is_cxx(place->function), ret);
}

bool tr_stores_of(struct tr_arena *arena, const struct tr_statement_place *place, struct tr_report *report)
{
    struct window window;
    int declared = declared_line(place->function);
    return place->text && declared && window_find(place->text, place->size, declared, declared, &window) &&
           tree_stores(arena, place->text, &window, is_cxx(place->function), &report->stores,
                       &report->handed);
}
