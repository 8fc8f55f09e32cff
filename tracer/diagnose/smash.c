#include "diagnose/smash.h"

#include "base/limits.h"
#include "diagnose/address.h"

#include <inttypes.h>
#include <string.h>

/* A char array without a NUL inside: its text goes on behind it. */
static bool is_full(const struct tr_facts *facts, const struct tr_frame_array *array)
{
    if (!array->address || !array->size)
        return false;
    for (uint64_t i = 0; array->is_text && i < array->size && i < TR_LIMIT_ARRAY_BYTES; i++) {
        char c;
        if (!tr_facts_read(facts, array->address + i, &c, 1) || c == '\0')
            return false;
    }
    return array->is_text && array->size <= TR_LIMIT_ARRAY_BYTES;
}

/* ---- the suspects ---- */

static void add_shown(const struct tr_facts *facts, const struct tr_frame *frame, struct tr_smash *smash)
{
    struct tr_frame_array shown[TR_FRAME_ARRAYS];
    size_t count = tr_frame_arrays(facts, frame, shown);
    for (size_t i = 0; i < count; i++)
        smash->arrays[smash->count++] = (struct tr_smash_array){
            .array = shown[i], .function = frame->function, .line = shown[i].variable->line};
}

static void add_hidden(const struct tr_facts *facts, struct tr_smash *smash)
{
    TR_EACH(const struct tr_stack_array, hidden, &facts->report->stack_arrays)
    {
        struct tr_variable *variable = tr_arena_new(facts->arena, struct tr_variable);
        *variable = (struct tr_variable){.name = hidden->path, .type = hidden->type, .kind = TR_VALUE_ARRAY};
        struct tr_frame_array array = {.variable = variable, .path = hidden->path};
        if (!tr_array_type(hidden->type, &array.elements, &array.size, &array.is_text))
            array.is_text = false;
        array.size = hidden->size.known ? (uint64_t)hidden->size.value : 0;
        array.address = hidden->address.known ? hidden->address.value : 0;
        smash->arrays[smash->count++] = (struct tr_smash_array){
            .array = array, .hidden = hidden, .line = hidden->line,
            .function = hidden->location ? hidden->location->function : NULL};
        smash->has_hidden = true;
    }
}

static bool is_same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

/* Of two inlined instances of a function, too. */
static bool is_same(const struct tr_smash_array *a, const struct tr_smash_array *b)
{
    bool differ_in_line = a->line.known && b->line.known && a->line.value != b->line.value;
    return !differ_in_line && is_same_text(a->array.path, b->array.path) && is_same_text(a->function, b->function);
}

/* What is written on from another array below reaches over the bytes between; a text that is written on has no NUL. */
static bool may_run_on(const struct tr_facts *facts, const struct tr_frame_array *from,
                       const struct tr_frame_array *into)
{
    char before;
    if (from->address > into->address || (from->is_text && !is_full(facts, from)))
        return false;
    return !tr_facts_read(facts, into->address - 1, &before, 1) || before != '\0';
}

/*
 * Whether what fills the suspect was written into it and not into another. Variables whose scopes have ended may share
 * their bytes; one that is still in scope has its own.
 */
static bool has_own_bytes(const struct tr_facts *facts, const struct tr_smash *smash,
                          const struct tr_smash_array *suspect)
{
    const struct tr_frame_array *own = &suspect->array;
    for (size_t i = 0; i < smash->count; i++) {
        const struct tr_frame_array *other = &smash->arrays[i].array;
        bool is_placed = other->address && other->size;
        if (is_same(&smash->arrays[i], suspect) || (!is_placed && !smash->arrays[i].hidden))
            continue;
        bool is_apart =
            is_placed && (other->address >= own->address + own->size || own->address >= other->address + other->size);
        if ((suspect->hidden && !is_apart) || !is_placed || may_run_on(facts, other, own))
            return false;
    }
    return true;
}

/* The one suspect, of all or of the full ones; NULL when there is none or several. */
static const struct tr_smash_array *find_only(const struct tr_facts *facts, const struct tr_smash *smash, bool full)
{
    const struct tr_smash_array *only = NULL;
    for (size_t i = 0; i < smash->count; i++) {
        const struct tr_smash_array *suspect = &smash->arrays[i];
        if (full && !is_full(facts, &suspect->array))
            continue;
        if ((only && !is_same(only, suspect)) || (full && !has_own_bytes(facts, smash, suspect)))
            return NULL;
        only = only ? only : suspect;
    }
    return only;
}

void tr_smash_find(const struct tr_facts *facts, const struct tr_frame *frame, struct tr_smash *ret)
{
    size_t limit = TR_FRAME_ARRAYS + facts->report->stack_arrays.count;
    *ret = (struct tr_smash){.arrays = tr_arena_alloc(facts->arena, limit * sizeof(*ret->arrays))};
    add_shown(facts, frame, ret);
    add_hidden(facts, ret);
    ret->is_cut = facts->report->stack_arrays_cut == TR_TRUE;
    if (ret->is_cut)
        return;
    ret->culprit = find_only(facts, ret, true);
    ret->is_full = ret->culprit != NULL;
    if (!ret->culprit)
        ret->culprit = find_only(facts, ret, false);
}

/* ---- what is told of them ---- */

static const char *inlined_into(const struct tr_smash_array *suspect)
{
    return suspect->hidden ? suspect->hidden->inlined_into : NULL;
}

/* The culprit, or any of the suspects, when one inlined function has them all; NULL otherwise. */
static const struct tr_smash_array *find_inlined(const struct tr_smash *smash)
{
    const struct tr_smash_array *found = smash->culprit ? smash->culprit : smash->count ? &smash->arrays[0] : NULL;
    for (size_t i = 0; !smash->culprit && i < smash->count; i++)
        if (!inlined_into(&smash->arrays[i]) || !is_same_text(smash->arrays[i].function, found->function))
            return NULL;
    return found && inlined_into(found) && !smash->is_cut ? found : NULL;
}

/* "greet (inlined into main)" */
static const char *function_name(const struct tr_facts *facts, const struct tr_smash_array *suspect)
{
    const char *name = suspect->function ? tr_facts_name(facts, suspect->function) : "a function";
    const char *into = inlined_into(suspect);
    return into ? tr_arena_printf(facts->arena, "%s (inlined into %s)", name, tr_facts_name(facts, into)) : name;
}

static void add_candidates(const struct tr_facts *facts, const struct tr_smash *smash, struct tr_finding *finding)
{
    finding->expression = tr_arena_new(facts->arena, struct tr_expression);
    finding->expression->text = smash->arrays[0].array.path;
    for (size_t i = 0; i < smash->count; i++) {
        const struct tr_smash_array *suspect = &smash->arrays[i];
        bool is_known = false;
        for (size_t before = 0; before < i && !is_known; before++)
            is_known = is_same(&smash->arrays[before], suspect);
        if (is_known)
            continue;
        const char *path = suspect->array.path;
        if (smash->has_hidden && suspect->function)
            path = tr_arena_printf(facts->arena, "%s of %s", path, suspect->function);
        tr_list_add(facts->arena, &finding->expression->ambiguous, (void *)path);
    }
}

static void add_culprit(const struct tr_facts *facts, const struct tr_smash *smash, struct tr_finding *finding)
{
    const struct tr_frame_array *culprit = &smash->culprit->array;
    const struct tr_frame *frame = tr_facts_frame(facts);
    finding->expression = tr_variable_expression(facts, culprit->variable);
    finding->expression->text = culprit->path;
    const char *name = tr_facts_name(facts, culprit->path);
    const char *ref = tr_variable_ref(facts, frame, culprit->variable);
    if (smash->is_full) {
        const char *text = tr_address_text_around(facts, culprit->address, 1);
        tr_finding_add(facts, finding, ref, "all %" PRIu64 " bytes of %s are filled and no NUL ends the text in it: %s",
                       culprit->size, name, text ? text : "bytes that are no text");
    } else if (smash->has_hidden) {
        tr_finding_add(facts, finding, ref,
                       "%s is likely the one: no other array was found among the variables of %s and of the functions "
                       "that were inlined into it",
                       name, tr_smash_owner(facts, smash, frame));
    } else {
        tr_finding_add(facts, finding, ref, "%s is the only array among the variables of this function", name);
    }
    const struct tr_location *function = smash->culprit->hidden ? smash->culprit->hidden->location : NULL;
    if (function && function->file && smash->culprit->line.known)
        tr_finding_add(facts, finding, NULL, "%s is declared at line %" PRId64 " of %s", name,
                       smash->culprit->line.value, tr_facts_name(facts, function->file));
}

void tr_smash_fill(const struct tr_facts *facts, const struct tr_smash *smash, struct tr_finding *finding)
{
    const struct tr_smash_array *place = find_inlined(smash);
    if (smash->culprit)
        add_culprit(facts, smash, finding);
    else if (smash->count)
        add_candidates(facts, smash, finding);
    if (place && place->hidden->location && place->hidden->location->line.known)
        finding->location = place->hidden->location;
}

const char *tr_smash_name(const struct tr_facts *facts, const struct tr_smash *smash, const struct tr_frame *frame)
{
    const struct tr_smash_array *culprit = smash->culprit, *place = find_inlined(smash);
    if (culprit)
        return tr_arena_printf(facts->arena, "%s (%s) of %s", tr_facts_name(facts, culprit->array.path),
                               tr_facts_name(facts, culprit->array.variable->type), function_name(facts, culprit));
    if (place)
        return tr_arena_printf(facts->arena, "an array of %s", function_name(facts, place));
    return tr_arena_printf(facts->arena, "an array of %s%s", tr_smash_owner(facts, smash, frame),
                           smash->has_hidden ? " or of a function inlined into it" : "");
}

const char *tr_smash_owner(const struct tr_facts *facts, const struct tr_smash *smash, const struct tr_frame *frame)
{
    for (size_t i = 0; i < smash->count; i++)
        if (inlined_into(&smash->arrays[i]))
            return tr_facts_name(facts, inlined_into(&smash->arrays[i]));
    return frame && frame->function ? tr_facts_name(facts, frame->function) : "the function";
}
