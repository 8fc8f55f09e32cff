#include "diagnose/unknown_pointer.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/library_call.h"

#include <string.h>

enum { FEW = 3 };

static bool is_unknown(const struct tr_evaluated *expression)
{
    return expression && expression->state != TR_STATE_OK && !expression->word.known;
}

/* Whether NULL as the pointer may make the access cover the faulting address. */
static bool leads_there(const struct tr_facts *facts, const struct tr_evaluated *access)
{
    const struct tr_evaluated *index = tr_evaluated_part(facts, access, "index");
    uint64_t address = tr_facts_fault(facts)->address.value, size = (uint64_t)access->size.value;
    uint64_t offset = access->member_offset.known ? (uint64_t)access->member_offset.value : 0;
    if (index && index->word.known && index->word.value > address)
        return false; /* an element has a byte at least */
    if (!access->size.known || (index && !index->word.known))
        return true;
    if (index)
        offset = index->word.value * size;
    return address - offset < size;
}

/* p of p->x, *p and p[i], where that is not known. */
static const struct tr_evaluated *followed(const struct tr_facts *facts, const struct tr_evaluated *access, bool is_null)
{
    const struct tr_evaluated *inner = tr_evaluated_inner(facts, access);
    bool is_field = strcmp(access->node, "field_expression") == 0;
    bool is_subscript = strcmp(access->node, "subscript_expression") == 0;
    /* What a pointer's element is, is known; a class has an operator [] of its own. */
    if (is_subscript && inner && inner->type && !access->type)
        return NULL;
    if (!is_unknown(inner) || tr_evaluated_is(access, "callee") || (is_null && !leads_there(facts, access)))
        return NULL;
    return is_field && strncmp(access->text + strlen(inner->text), "->", 2) != 0 ? NULL : inner;
}

/* ---- given to a library ---- */

static bool is_of_strings(const char *called) { return strncmp(called, "std::", strlen("std::")) == 0; }

/* A char * beside an operator of the library's strings, or in a call of them. */
static bool is_text(const struct tr_evaluated *part)
{
    size_t length = part->type ? strlen(part->type) : 0;
    return (tr_evaluated_is(part, "right") || tr_evaluated_is(part, "left") || tr_evaluated_is(part, "argument")) && length >= 6 &&
           strcmp(part->type + length - 6, "char *") == 0;
}

/* An argument of the function that the program stopped in, which must not be NULL. */
static bool is_wanted(const struct tr_facts *facts, const struct tr_evaluated *part, const char *called)
{
    const struct tr_evaluated *call = tr_evaluated_is(part, "argument") ? tr_evaluated_parent(facts, part) : NULL;
    const char *name = call && call->callee ? tr_library_name(facts->arena, call->callee) : NULL;
    return name && strcmp(name, called) == 0 && part->argument.known && tr_library_wants(name, (int)part->argument.value);
}

/* ---- the one ---- */

static void find_in(const struct tr_facts *facts, const struct tr_evaluated *expression, bool is_null, struct tr_suspect *ret)
{
    const char *called = tr_facts_library_frame(facts) ? tr_facts_called(facts) : NULL;
    bool is_in_c = tr_facts_library_frame(facts) && !(called && is_of_strings(called));
    *ret = (struct tr_suspect){.access = expression, .pointer = is_in_c ? NULL : followed(facts, expression, is_null)};
    if (ret->pointer || !called || !is_unknown(expression))
        return;
    if (is_in_c ? is_wanted(facts, expression, called) : is_text(expression))
        *ret = (struct tr_suspect){.access = tr_evaluated_parent(facts, expression), .pointer = expression};
}

static bool is_among(const struct tr_suspects *suspects, const struct tr_evaluated *pointer)
{
    for (size_t i = 0; i < suspects->count; i++)
        if (strcmp(suspects->items[i].pointer->text, pointer->text) == 0)
            return true;
    return false;
}

bool tr_unknown_pointers_find(const struct tr_facts *facts, bool is_null, struct tr_suspects *ret)
{
    ret->count = 0;
    TR_EACH(const struct tr_evaluated, expression, &facts->report->expressions)
    {
        struct tr_suspect found;
        find_in(facts, expression, is_null, &found);
        if (!found.pointer || !found.access || is_among(ret, found.pointer))
            continue;
        if (ret->count == FEW)
            return false;
        ret->items[ret->count++] = found;
    }
    return ret->count > 0;
}

const char *tr_unknown_pointers_fill(const struct tr_facts *facts, const struct tr_suspects *suspects, struct tr_finding *finding)
{
    tr_auto_str struct tr_str names = {0};
    for (size_t i = 0; i < suspects->count; i++) {
        tr_str_add_text(&names, i ? " or " : "");
        tr_str_add_name(&names, suspects->items[i].pointer->text);
    }
    const char *text = tr_arena_strdup(facts->arena, tr_str_text(&names));
    finding->confidence = TR_CONFIDENCE_LIKELY;
    if (suspects->count > 1)
        tr_suspects_add_ambiguous(facts, suspects, finding);
    else
        finding->expression =
            tr_evaluated_expression(facts, suspects->items[0].access, suspects->items[0].pointer, TR_ROLE_CULPRIT);
    tr_finding_add(facts, finding, NULL, "the value of %s is not known, and no other pointer of that statement may lead there", text);
    return text;
}
