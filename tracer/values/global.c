#include "values/identifier.h"
#include "values/values_internal.h"

#include "symbols/symbol.h"
#include "symbols/type.h"

#include <stdlib.h>
#include <string.h>

struct word {
    const char *text;
    bool done; /* found, or the name of a local variable */
};

struct search {
    struct tr_values *values;
    const struct tr_function *function;
    const struct tr_frame_context *context;
    struct tr_report *report;
    struct word *words; /* sorted, each once */
    size_t count;
};

static int compare(const void *left, const void *right)
{
    return strcmp(((const struct word *)left)->text, ((const struct word *)right)->text);
}

/* A name as debug information has it may be qualified; the source mentions its last part. */
static struct word *find(const struct search *search, const char *name)
{
    const char *last = name, *colons;
    while ((colons = strstr(last, "::")))
        last = colons + 2;
    struct word key = {.text = last};
    return bsearch(&key, search->words, search->count, sizeof(*search->words), compare);
}

static void collect(struct search *search, const struct tr_source *source)
{
    struct tr_identifier_scan scan = {.in_comment = false};
    TR_EACH(const char, line, &source->lines)
    {
        const char *at = line, *start;
        size_t size;
        while (search->count < TR_LIMIT_IDENTIFIERS && (start = tr_next_identifier(&scan, &at, &size)))
            search->words[search->count++] =
                (struct word){.text = tr_arena_strndup(search->values->arena, start, size)};
    }
    qsort(search->words, search->count, sizeof(*search->words), compare);
    size_t kept = 0;
    for (size_t i = 0; i < search->count; i++)
        if (!kept || strcmp(search->words[kept - 1].text, search->words[i].text) != 0)
            search->words[kept++] = search->words[i];
    search->count = kept;
}

static bool mark_local(void *arg, const struct tr_scope_variable *variable)
{
    struct word *word = find(arg, variable->name);
    if (word)
        word->done = true;
    return true;
}

static bool is_told(const struct search *search, const struct tr_place *place, const char *name, const char *type)
{
    if (place->type == TR_PLACE_MEMORY)
        return tr_named_find(search->values, place->address, name) != NULL;
    TR_EACH(const struct tr_variable, known, &search->report->globals)
    if (strcmp(known->name, name) == 0 && strcmp(known->type, type) == 0)
        return true;
    return false;
}

static void add(struct search *search, Dwarf_Die *die, const char *name, struct tr_dwarf *dwarf,
                const struct tr_place *place)
{
    struct tr_values *values = search->values;
    struct tr_list *globals = &search->report->globals;
    Dwarf_Die type;
    uint64_t line;
    const char *type_name = tr_cached_name(values, tr_type_of(die, &type) ? &type : NULL);
    if (is_told(search, place, name, type_name) || globals->count >= TR_LIMIT_CHILDREN || tr_values_full(values))
        return;
    struct tr_reading reading = tr_reading_begin(values, dwarf, name, TR_LIMIT_VALUE_NODES - TR_LIMIT_OBJECT_NODES);
    struct tr_variable *node = tr_variable_make(values, name, type_name);
    if (tr_type_of(die, &type))
        node->kind = tr_value_kind(&type);
    if (tr_die_unsigned(die, DW_AT_decl_line, &line) && line)
        node->line = tr_number((int64_t)line);
    tr_read_place(&reading, die, place, tr_arena_printf(values->arena, "/globals/%zu", globals->count), node);
    tr_list_add(values->arena, globals, node);
}

static bool visit_global(void *arg, const struct tr_scope_variable *variable)
{
    struct search *search = arg;
    struct word *word = variable->name ? find(search, variable->name) : NULL;
    if (!word || word->done)
        return true;
    struct tr_place place = {.type = TR_PLACE_NONE};
    Dwarf_Die die = variable->die;
    tr_locate_static(&die, search->function->unit, search->context, &place);
    word->done = true;
    add(search, &die, variable->name, search->function->unit->dwarf, &place);
    return true;
}

/* A variable that another unit defines: found by its symbol. */
static void add_foreign(struct search *search, const struct word *word)
{
    struct tr_dwarf *dwarf = search->function->unit->dwarf;
    struct tr_symbol symbol;
    struct tr_place place = {.type = TR_PLACE_MEMORY};
    Dwarf_Die die;
    if (tr_object_named(dwarf->image, word->text, &symbol) &&
        tr_static_at(search->values->images, symbol.address, &die, &place.address))
        add(search, &die, word->text, dwarf, &place);
}

void tr_values_globals(struct tr_values *values, const struct tr_function *function,
                       const struct tr_frame_context *context, const struct tr_source *source, struct tr_report *report)
{
    struct word words[TR_LIMIT_IDENTIFIERS];
    struct search search = {
        .values = values, .function = function, .context = context, .report = report, .words = words};
    collect(&search, source);
    if (!search.count)
        return;
    tr_scope_variables(function, context->lookup_pc, mark_local, &search);
    tr_unit_globals(function->unit, visit_global, &search);
    for (size_t i = 0; i < search.count; i++)
        if (!words[i].done)
            add_foreign(&search, &words[i]);
}
