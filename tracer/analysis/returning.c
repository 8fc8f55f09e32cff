#include "analysis/returning.h"

#include "analysis/source.h"
#include "analysis/user_code.h"
#include "syntax/returns.h"

#include <string.h>

enum {
    INLINE_DEPTH = 32,
    CALLS = 8,         /* whose functions are looked at, of one statement */
    VALUE_TEXT = 120,
};

static bool is_known(const struct tr_list *returning, const char *call)
{
    TR_EACH(const struct tr_returning, known, returning)
    {
        if (strcmp(known->call, call) == 0)
            return true;
    }
    return false;
}

static void add_places(struct tr_analysis *analysis, const struct tr_function *function, const char *text,
                       const struct tr_returns *returns, struct tr_returning *ret)
{
    for (size_t i = 0; i < returns->count; i++) {
        const struct tr_return_syntax *syntax = &returns->items[i];
        if (!syntax->value_size)
            continue;
        struct tr_return_place *place = tr_list_new(analysis->arena, &ret->places, struct tr_return_place);
        place->location = tr_arena_new(analysis->arena, struct tr_location);
        place->location->function = ret->function;
        place->location->file = tr_source_shown(analysis, function->file);
        place->location->line = tr_number(syntax->line);
        place->value = tr_arena_strndup(analysis->arena, text + syntax->value,
                                        syntax->value_size < VALUE_TEXT ? syntax->value_size : VALUE_TEXT);
    }
}

/* The function that a call leads to, and what it returns. */
static void add_call(struct tr_analysis *analysis, const struct tr_evaluated *call, struct tr_list *returning)
{
    struct tr_function functions[INLINE_DEPTH];
    struct tr_returns returns;
    struct tr_image *image = call->entry.known ? tr_images_find(analysis->images, call->entry.value) : NULL;
    if (!image || image->is_system || !call->callee || returning->count == CALLS || is_known(returning, call->text))
        return;
    size_t count = tr_functions_at(tr_image_dwarf(image), call->entry.value, functions, INLINE_DEPTH);
    const struct tr_function *function = count ? &functions[count - 1] : NULL;
    if (!function || !function->file || !tr_user_code(analysis, image, function->file, function->name))
        return;
    struct tr_statement_place place = {.function = function};
    place.text = tr_source_text(analysis, function->file, &place.size);
    if (!tr_returns_of(&place, &returns))
        return;
    struct tr_returning *found = tr_list_new(analysis->arena, returning, struct tr_returning);
    *found = (struct tr_returning){.call = call->text, .function = call->callee};
    add_places(analysis, function, place.text, &returns, found);
}

static bool is_mentioned(const struct tr_list *expressions, const char *name)
{
    TR_EACH(const struct tr_evaluated, expression, expressions)
    {
        if (strcmp(expression->text, name) == 0)
            return true;
    }
    return false;
}

/* "node = find(list, 7)" stands at a line of its own: what its names mean is found out there. */
static void add_store(struct tr_analysis *analysis, const struct tr_valued_frame *valued, const struct tr_store *store,
                      struct tr_list *returning)
{
    struct tr_report scratch = {0};
    struct tr_statement_place place = {
        .function = &valued->function, .context = valued->context, .line = (int)store->line.value};
    place.text = tr_source_text(analysis, valued->function.file, &place.size);
    if (!place.text)
        return;
    tr_statement_evaluate(analysis->arena, analysis->values, &place, &scratch);
    TR_EACH(const struct tr_evaluated, expression, &scratch.expressions)
    {
        if (expression->entry.known && strcmp(expression->text, store->value) == 0)
            add_call(analysis, expression, returning);
    }
}

void tr_analysis_returning(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct tr_calling *statement)
{
    TR_EACH(const struct tr_evaluated, expression, &statement->expressions)
    {
        add_call(analysis, expression, &statement->returning);
    }
    TR_EACH(const struct tr_store, store, &statement->stores)
    {
        bool is_call = store->value && strchr(store->value, '(');
        if (is_call && !is_known(&statement->returning, store->value) && is_mentioned(&statement->expressions, store->target))
            add_store(analysis, valued, store, &statement->returning);
    }
}
