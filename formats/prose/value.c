#include "formats/prose/value.h"

#include "base/cleanup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH = 3,          /* nesting of braces shown */
    VALUE_BYTES = 160,  /* from here on an aggregate ends with "…" */
    TARGETS = 8,        /* elements whose targets are named */
};

/* ---- what points_to means ---- */

static const struct tr_object *object_named(const struct tr_report *report, const char *id)
{
    if (!report->memory || !id)
        return NULL;
    TR_EACH(struct tr_object, object, &report->memory->objects)
    {
        if (object->id && strcmp(object->id, id) == 0)
            return object;
    }
    return NULL;
}

/* Step over "/WORD/NUMBER" in a JSON pointer: the item of @p list that it names, or NULL. */
static void *step(const char **pointer, const char *word, const struct tr_list *list)
{
    size_t length = strlen(word);
    if (**pointer != '/' || strncmp(*pointer + 1, word, length) != 0 || (*pointer)[length + 1] != '/')
        return NULL;
    char *end;
    unsigned long index = strtoul(*pointer + length + 2, &end, 10);
    if (end == *pointer + length + 2 || index >= list->count)
        return NULL;
    *pointer = end;
    return list->items[index];
}

/* The variable at a JSON pointer such as /threads/0/frames/1/locals/0, with its frame (NULL for a global). */
static const struct tr_variable *variable_at(const struct tr_report *report, const char *pointer,
                                             const struct tr_frame **ret_frame)
{
    const struct tr_thread *thread = step(&pointer, "threads", &report->threads);
    const struct tr_frame *frame = thread ? step(&pointer, "frames", &thread->frames) : NULL;
    const struct tr_variable *variable = frame ? step(&pointer, "arguments", &frame->arguments)
                                               : step(&pointer, "globals", &report->globals);
    if (frame && !variable)
        variable = step(&pointer, "locals", &frame->locals);
    if (!variable || *pointer)
        return NULL;
    *ret_frame = frame;
    return variable;
}

/* "main:shapes+8" behind @p mark, "&" for a pointer; false when the target is not a variable. */
static bool add_target(struct tr_str *out, const char *mark, const struct tr_report *report, const struct tr_frame *frame,
                       const struct tr_points_to *points_to)
{
    const struct tr_object *object = points_to ? object_named(report, points_to->object) : NULL;
    const struct tr_frame *owner = NULL;
    const struct tr_variable *variable =
        object && object->variable ? variable_at(report, object->variable, &owner) : NULL;
    if (!variable || !variable->name)
        return false;
    tr_str_add_text(out, mark);
    if (owner && owner != frame && owner->function)
        tr_str_printf(out, "%s:", owner->function);
    tr_str_add_text(out, variable->name);
    if (points_to->offset.value)
        tr_str_printf(out, "+%" PRId64, points_to->offset.value);
    return true;
}

/* ---- the value ---- */

static const char *state_text(enum tr_value_state state)
{
    static const char *const texts[TR_STATE_COUNT] = {
        [TR_STATE_OPTIMIZED_OUT] = "<optimized out>", [TR_STATE_UNREADABLE] = "<unreadable>",
        [TR_STATE_UNINITIALIZED] = "<uninitialized>", [TR_STATE_FREED] = "<freed>",
        [TR_STATE_PARTIAL] = "<partial>",             [TR_STATE_UNAVAILABLE] = "<unavailable>",
    };
    return state < TR_STATE_COUNT ? texts[state] : NULL;
}

static void add_value(struct tr_str *out, const struct tr_report *report, const struct tr_frame *frame,
                      const struct tr_variable *variable, int depth);

/* An element whose name is only its position needs none; the ends of a gap, runs and members do. */
static bool is_position(const char *name, size_t position)
{
    char expected[24];
    snprintf(expected, sizeof(expected), "[%zu]", position);
    return name && strcmp(name, expected) == 0;
}

static void add_children(struct tr_str *out, const struct tr_report *report, const struct tr_frame *frame,
                         const struct tr_list *children, int64_t omitted, int depth)
{
    size_t start = out->size, shown = 0;
    tr_str_add_char(out, '{');
    TR_EACH(struct tr_variable, child, children)
    {
        if (depth >= DEPTH || out->size - start > VALUE_BYTES)
            break;
        tr_str_add_text(out, shown ? ", " : "");
        if (!is_position(child->name, shown))
            tr_str_printf(out, "%s = ", child->name ? child->name : "?");
        add_value(out, report, frame, child, depth + 1);
        shown++;
    }
    if (shown < children->count)
        tr_str_add_text(out, shown ? ", …" : "…");
    else if (omitted > 0)
        tr_str_printf(out, ", … %" PRId64 " more", omitted);
    tr_str_add_char(out, '}');
}

/* What a reference is bound to: the variable by name, or the content of another object. */
static void add_referent(struct tr_str *out, const struct tr_report *report, const struct tr_frame *frame,
                         const struct tr_variable *variable, int depth)
{
    const struct tr_object *object = variable->points_to ? object_named(report, variable->points_to->object) : NULL;
    if (add_target(out, "", report, frame, variable->points_to))
        return;
    if (object && object->value)
        tr_str_add_text(out, object->value);
    else if (object)
        add_children(out, report, frame, &object->children, object->omitted_children.value, depth);
}

static bool is_null(const struct tr_variable *variable)
{
    return variable->kind == TR_VALUE_POINTER && variable->value && strcmp(variable->value, "0x0") == 0;
}

static void add_value(struct tr_str *out, const struct tr_report *report, const struct tr_frame *frame,
                      const struct tr_variable *variable, int depth)
{
    const char *state = state_text(variable->state);
    size_t start = out->size;
    if (is_null(variable))
        tr_str_add_text(out, "NULL");
    else if (variable->kind == TR_VALUE_POINTER && add_target(out, "&", report, frame, variable->points_to))
        ;
    else if (variable->value)
        tr_str_add_text(out, variable->value);
    else if (variable->kind == TR_VALUE_REFERENCE && !variable->children.count)
        add_referent(out, report, frame, variable, depth);
    const struct tr_variable *first = variable->children.count ? variable->children.items[0] : NULL;
    if (first && variable->children.count == 1 && first->name && strcmp(first->name, "*") == 0) {
        tr_str_add_text(out, out->size > start ? " -> " : "-> ");
        add_value(out, report, frame, first, depth + 1);
    } else if (first || (out->size == start && !state && variable->kind != TR_VALUE_REFERENCE)) {
        tr_str_add_text(out, out->size > start ? " " : "");
        add_children(out, report, frame, &variable->children, variable->omitted_children.value, depth);
    }
    if (state)
        tr_str_printf(out, "%s%s", out->size > start ? " " : "", state);
}

void tr_text_value(struct tr_str *out, const struct tr_report *report, const struct tr_frame *frame,
                   const struct tr_variable *variable)
{
    add_value(out, report, frame, variable, 0);
}

/* ---- what it points to ---- */

/* A short name for an object: its first text member, else its id. */
static void add_label(struct tr_str *out, const struct tr_object *object)
{
    TR_EACH(struct tr_variable, child, &object->children)
    {
        size_t length = child->kind == TR_VALUE_STRING && child->value ? strlen(child->value) : 0;
        if (length > 2 && child->value[0] == '"' && child->value[length - 1] == '"') {
            tr_str_add(out, child->value + 1, length - 2);
            return;
        }
    }
    tr_str_add_text(out, object->id);
}

/* The object that @p variable points to the start of, unless it is a variable, which the value names already. */
static const struct tr_object *target(const struct tr_report *report, const struct tr_variable *variable)
{
    const struct tr_points_to *to = variable->kind == TR_VALUE_POINTER ? variable->points_to : NULL;
    const struct tr_object *object = to && to->offset.value == 0 ? object_named(report, to->object) : NULL;
    return object && !object->variable ? object : NULL;
}

static void add_element_targets(struct tr_str *out, const struct tr_report *report, const struct tr_list *elements)
{
    size_t named = 0;
    TR_EACH(struct tr_variable, element, elements)
    {
        const struct tr_object *object = target(report, element);
        if (!object && !is_null(element))
            continue;
        if (named == TARGETS) {
            tr_str_add_text(out, ", …");
            break;
        }
        tr_str_add_text(out, named++ ? ", " : " -> ");
        if (object)
            add_label(out, object);
        else
            tr_str_add_text(out, "NULL");
    }
}

void tr_text_targets(struct tr_str *out, const struct tr_report *report, const struct tr_frame *frame,
                     const struct tr_variable *variable)
{
    const struct tr_object *object = target(report, variable);
    if (object && object->children.count) {
        tr_str_add_text(out, " -> ");
        add_children(out, report, frame, &object->children, object->omitted_children.value, DEPTH - 1);
    } else if (object && object->value) {
        tr_str_printf(out, " -> %s", object->value);
    } else if (variable->kind == TR_VALUE_ARRAY) {
        add_element_targets(out, report, &variable->children);
    }
}
