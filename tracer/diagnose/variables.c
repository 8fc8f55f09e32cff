#include "diagnose/variables.h"

#include "base/cleanup.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBER_DEPTH = 3 };

/* ---- by name ---- */

static const struct tr_variable *in_list(const struct tr_list *list, const char *name, size_t length)
{
    TR_EACH(const struct tr_variable, variable, list)
    {
        if (strlen(variable->name) == length && strncmp(variable->name, name, length) == 0)
            return variable;
    }
    return NULL;
}

static const struct tr_variable *named(const struct tr_frame *frame, const char *name, size_t length)
{
    const struct tr_variable *variable = in_list(&frame->locals, name, length);
    return variable ? variable : in_list(&frame->arguments, name, length);
}

const struct tr_variable *tr_variable_named(const struct tr_frame *frame, const char *name)
{
    return named(frame, name, strlen(name));
}

static bool place_in(const struct tr_list *list, const struct tr_variable *variable, size_t *ret)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == variable) {
            *ret = i;
            return true;
        }
    return false;
}

const char *tr_variable_ref(const struct tr_facts *facts, const struct tr_frame *frame,
                            const struct tr_variable *variable)
{
    const char *ref = tr_facts_frame_ref(facts, frame);
    size_t place;
    if (ref && place_in(&frame->locals, variable, &place))
        return tr_arena_printf(facts->arena, "%s/locals/%zu", ref, place);
    if (ref && place_in(&frame->arguments, variable, &place))
        return tr_arena_printf(facts->arena, "%s/arguments/%zu", ref, place);
    return NULL;
}

/* ---- pointers ---- */

struct tr_word tr_variable_pointer(const struct tr_variable *variable)
{
    if (variable->state != TR_STATE_OK || variable->kind != TR_VALUE_POINTER || !variable->value ||
        strncmp(variable->value, "0x", 2) != 0)
        return (struct tr_word){0};
    errno = 0;
    uint64_t value = strtoull(variable->value, NULL, 16);
    return (struct tr_word){errno == 0, value};
}

static const char *focus_line(const struct tr_frame *frame)
{
    const struct tr_source *source = frame->source;
    int64_t index = source ? source->focus.value - source->first_line.value : -1;
    return index >= 0 && (uint64_t)index < source->lines.count ? source->lines.items[index] : NULL;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

const struct tr_variable *tr_variable_suspect(const struct tr_facts *facts, uint64_t address, uint64_t reach)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const char *line = frame ? focus_line(frame) : NULL;
    const struct tr_variable *found = NULL;
    for (const char *at = line ? line : ""; *at;) {
        const char *end = at;
        while (is_word(*end))
            end++;
        if (end == at) {
            at++;
            continue;
        }
        const struct tr_variable *variable = named(frame, at, (size_t)(end - at));
        struct tr_word value = variable ? tr_variable_pointer(variable) : (struct tr_word){0};
        bool fits = value.known && address - value.value < reach;
        if (fits && found && found != variable)
            return NULL;
        if (fits)
            found = variable;
        at = end;
    }
    return found;
}

struct tr_expression *tr_variable_expression(const struct tr_facts *facts, const struct tr_variable *variable)
{
    struct tr_expression *expression = tr_arena_new(facts->arena, struct tr_expression);
    expression->text = variable->name;
    struct tr_operand *operand = tr_list_new(facts->arena, &expression->operands, struct tr_operand);
    *operand = (struct tr_operand){.text = variable->name,
                                   .type = variable->type,
                                   .value = variable->value,
                                   .points_to = variable->points_to,
                                   .role = TR_ROLE_CULPRIT};
    return expression;
}

/* ---- arrays ---- */

static const struct {
    const char *name;
    unsigned size; /* System V ABI, AMD64 supplement, figure 3.1 */
} sizes[] = {
    {"char", 1},
    {"signed char", 1},
    {"unsigned char", 1},
    {"char8_t", 1},
    {"uint8_t", 1},
    {"int8_t", 1},
    {"bool", 1},
    {"_Bool", 1},
    {"short", 2},
    {"short int", 2},
    {"unsigned short", 2},
    {"short unsigned int", 2},
    {"int", 4},
    {"unsigned", 4},
    {"unsigned int", 4},
    {"float", 4},
    {"wchar_t", 4},
    {"int32_t", 4},
    {"uint32_t", 4},
    {"long", 8},
    {"long int", 8},
    {"unsigned long", 8},
    {"long unsigned int", 8},
    {"long long", 8},
    {"long long int", 8},
    {"unsigned long long", 8},
    {"long long unsigned int", 8},
    {"double", 8},
    {"size_t", 8},
    {"int64_t", 8},
    {"uint64_t", 8},
    {"long double", 16},
};

static unsigned element_size(const char *type, size_t length)
{
    static const char *const qualifiers[] = {"const ", "volatile ", "const "};
    while (length && type[length - 1] == ' ')
        length--;
    if (length && type[length - 1] == '*')
        return sizeof(uint64_t);
    for (size_t i = 0; i < TR_COUNT(qualifiers); i++)
        for (size_t skip = strlen(qualifiers[i]); length > skip && strncmp(type, qualifiers[i], skip) == 0;
             length -= skip)
            type += skip;
    for (size_t i = 0; i < TR_COUNT(sizes); i++)
        if (strlen(sizes[i].name) == length && strncmp(sizes[i].name, type, length) == 0)
            return sizes[i].size;
    return 0;
}

bool tr_array_type(const char *type, uint64_t *ret_elements, uint64_t *ret_size, bool *ret_is_text)
{
    const uint64_t sane = UINT64_C(1) << 40;
    const char *bracket = strchr(type, '[');
    if (!bracket || bracket == type)
        return false;
    uint64_t elements = 1;
    const char *at = bracket;
    while (*at == '[') {
        char *end;
        errno = 0;
        unsigned long long count = strtoull(at + 1, &end, 10);
        if (errno || end == at + 1 || *end != ']' || !count || count > sane || elements > sane / count)
            return false;
        elements *= count;
        at = end + 1;
    }
    if (*at)
        return false;
    unsigned element = element_size(type, (size_t)(bracket - type));
    *ret_elements = elements;
    *ret_size = elements * element;
    *ret_is_text = element == 1 && !memchr(type, 'b', (size_t)(bracket - type)) && !strchr(bracket + 1, '[');
    return true;
}

struct collecting {
    const struct tr_facts *facts;
    struct tr_frame_array *items;
    size_t count;
};

static void collect(struct collecting *collecting, const struct tr_variable *variable, const char *path, int depth)
{
    struct tr_frame_array array = {.variable = variable, .path = path};
    bool is_array = tr_array_type(variable->type, &array.elements, &array.size, &array.is_text);
    if (is_array && array.size && collecting->count < TR_FRAME_ARRAYS) {
        array.address = variable->address.known ? variable->address.value : 0;
        collecting->items[collecting->count++] = array;
    }
    bool is_aggregate =
        variable->kind == TR_VALUE_STRUCT || variable->kind == TR_VALUE_CLASS || variable->kind == TR_VALUE_UNION;
    if (!is_aggregate || depth == MEMBER_DEPTH)
        return;
    TR_EACH(const struct tr_variable, member, &variable->children)
    {
        collect(collecting, member, tr_arena_printf(collecting->facts->arena, "%s.%s", path, member->name), depth + 1);
    }
}

size_t tr_frame_arrays(const struct tr_facts *facts, const struct tr_frame *frame,
                       struct tr_frame_array ret[TR_FRAME_ARRAYS])
{
    struct collecting collecting = {facts, ret, 0};
    TR_EACH(const struct tr_variable, variable, &frame->locals)
    {
        collect(&collecting, variable, variable->name, 0);
    }
    return collecting.count;
}
