#include "values/fold.h"
#include "values/values_internal.h"

#include "base/fatal.h"
#include "symbols/type.h"

#include <inttypes.h>
#include <stdlib.h>

/* An array type taken apart: C's arrays of arrays are one type with several dimensions. */
struct shape {
    uint64_t counts[TR_LIMIT_VALUE_DEPTH];
    unsigned dimensions;
    bool open; /* the first dimension is not known: a flexible array member, extern int a[] */
    Dwarf_Die element;
    uint64_t element_size;
    const char *element_name;
};

static bool bound(const struct tr_reading *reading, Dwarf_Die *die, unsigned attribute, uint64_t *ret)
{
    if (tr_die_unsigned(die, attribute, ret))
        return true;
    return reading->function && reading->frame && dwarf_hasattr_integrate(die, attribute) &&
           tr_attribute_value(die, attribute, reading->function, reading->frame, ret);
}

static bool elements_of(const struct tr_reading *reading, Dwarf_Die *subrange, uint64_t *ret)
{
    enum { MOST_BITS = 48 };
    uint64_t upper, lower = 0;
    if (bound(reading, subrange, DW_AT_count, ret))
        return *ret >> MOST_BITS == 0;
    if (!bound(reading, subrange, DW_AT_upper_bound, &upper))
        return false;
    (void)tr_die_unsigned(subrange, DW_AT_lower_bound, &lower);
    /* No elements: an upper bound of -1, in however few bytes the producer wrote it. */
    *ret = upper == UINT32_MAX ? 0 : upper + 1 - lower;
    return *ret >> MOST_BITS == 0;
}

static bool size_of(const struct tr_reading *reading, Dwarf_Die *type, unsigned depth, uint64_t *ret);

/*
 * @param depth  arrays around this one: a type may contain itself. @return a reason why the array cannot be read, or
 * NULL.
 */
static const char *take_apart(const struct tr_reading *reading, Dwarf_Die *type, unsigned depth, struct shape *ret)
{
    Dwarf_Die child;
    size_t seen = 0;
    *ret = (struct shape){.open = false};
    if (!tr_type_of(type, &ret->element) || !size_of(reading, &ret->element, depth + 1, &ret->element_size) ||
        !ret->element_size)
        return "the size of its elements is not known";
    if (dwarf_child(type, &child) != 0)
        return "the number of its elements is not known";
    do {
        int tag = dwarf_tag(&child);
        if (tag != DW_TAG_subrange_type && tag != DW_TAG_enumeration_type)
            continue;
        if (ret->dimensions == TR_COUNT(ret->counts))
            return "it has too many dimensions";
        uint64_t *count = &ret->counts[ret->dimensions];
        if (!elements_of(reading, &child, count)) {
            *count = 0;
            if (ret->dimensions)
                return "the number of its elements is not known";
            ret->open = true;
        }
        ret->dimensions++;
    } while (++seen < TR_LIMIT_TYPE_ENTRIES && dwarf_siblingof(&child, &child) == 0);
    ret->element_name = tr_cached_name(reading->values, &ret->element);
    return ret->dimensions ? NULL : "the number of its elements is not known";
}

/* Bytes of one element of dimension @p dimension. */
static bool stride(const struct shape *shape, unsigned dimension, uint64_t *ret)
{
    uint64_t size = shape->element_size;
    for (unsigned i = dimension + 1; i < shape->dimensions; i++)
        if (__builtin_mul_overflow(size, shape->counts[i], &size))
            return false;
    *ret = size;
    return true;
}

static bool size_of(const struct tr_reading *reading, Dwarf_Die *type, unsigned depth, uint64_t *ret)
{
    Dwarf_Die stripped;
    struct shape shape;
    if (depth > TR_LIMIT_VALUE_DEPTH || !tr_strip(reading, type, &stripped))
        return false;
    if (tr_type_size(&stripped, ret) || tr_declared_string_size(reading, &stripped, ret))
        return true;
    uint64_t size;
    if (dwarf_tag(&stripped) != DW_TAG_array_type || take_apart(reading, &stripped, depth, &shape) || shape.open ||
        !stride(&shape, 0, &size))
        return false;
    return !__builtin_mul_overflow(size, shape.counts[0], ret);
}

bool tr_value_size(const struct tr_reading *reading, Dwarf_Die *type, uint64_t *ret)
{
    return size_of(reading, type, 0, ret);
}

static const char *type_name(const struct tr_reading *reading, const struct shape *shape, unsigned dimension)
{
    if (dimension == shape->dimensions)
        return shape->element_name;
    tr_auto_str struct tr_str text = {0};
    tr_str_add_text(&text, shape->element_name);
    for (unsigned i = dimension; i < shape->dimensions; i++)
        tr_str_printf(&text, "[%" PRIu64 "]", shape->counts[i]);
    return tr_arena_strdup(reading->values->arena, tr_str_text(&text));
}

static void read_dimension(struct tr_reading *reading, const struct shape *shape, unsigned dimension,
                           const struct tr_bytes *bytes, struct tr_variable *node);

/* Add the elements of @p run, which are equal, as one child. */
static bool add_run(struct tr_reading *reading, const struct shape *shape, unsigned dimension,
                    const struct tr_bytes *bytes, uint64_t size, struct tr_run run, const char *name_of_type,
                    size_t siblings, struct tr_variable *node)
{
    struct tr_arena *arena = reading->values->arena;
    const char *name = run.count > 1
                           ? tr_arena_printf(arena, "[%" PRIu64 "..%" PRIu64 "]", run.first, run.first + run.count - 1)
                           : tr_arena_printf(arena, "[%" PRIu64 "]", run.first);
    struct tr_bytes part = tr_bytes_at(bytes, run.first * size);
    size_t rest;
    struct tr_variable *child = tr_child_begin(reading, node, name, name_of_type, siblings, &rest);
    if (!child)
        return false;
    Dwarf_Die element = shape->element;
    if (dimension + 1 < shape->dimensions)
        read_dimension(reading, shape, dimension + 1, &part, child);
    else
        tr_read_value(reading, &element, &part, child);
    tr_child_end(reading, rest);
    return true;
}

enum { MOST_ENTRIES = TR_LIMIT_CHILDREN + 1 };

/* The elements from the first on as runs, up to MOST_ENTRIES; equal ones are folded as far as they are looked at. */
static size_t entries_of(const struct tr_reading *reading, const struct tr_bytes *bytes, uint64_t size, uint64_t count,
                         struct tr_run ret[MOST_ENTRIES])
{
    uint64_t window = TR_LIMIT_ARRAY_BYTES / size < count ? TR_LIMIT_ARRAY_BYTES / size : count;
    if (window) {
        tr_auto_free unsigned char *buffer = malloc(window * size);
        if (!buffer)
            tr_fatal("out of memory");
        if (tr_bytes_read_some(reading, bytes, buffer, window * size) == window * size)
            return tr_fold(buffer, size, window, TR_LIMIT_ELEMENTS_RUN, ret, MOST_ENTRIES);
    }
    /* Too large to compare, or with holes: one by one. */
    size_t entries = count < MOST_ENTRIES ? (size_t)count : MOST_ENTRIES;
    for (size_t i = 0; i < entries; i++)
        ret[i] = (struct tr_run){i, 1};
    return entries;
}

/* Which elements to show: all, or the first and the last ones. @return entries in @p ret. */
static size_t choose(const struct tr_reading *reading, const struct tr_bytes *bytes, uint64_t size, uint64_t count,
                     struct tr_run ret[MOST_ENTRIES])
{
    size_t entries = entries_of(reading, bytes, size, count, ret);
    uint64_t covered = ret[entries - 1].first + ret[entries - 1].count;
    if (entries < MOST_ENTRIES && covered == count)
        return entries;
    if (entries > TR_LIMIT_ELEMENTS_HEAD)
        entries = TR_LIMIT_ELEMENTS_HEAD;
    covered = ret[entries - 1].first + ret[entries - 1].count;
    uint64_t tail = count - covered < TR_LIMIT_ELEMENTS_TAIL ? count - covered : TR_LIMIT_ELEMENTS_TAIL;
    for (uint64_t i = count - tail; i < count; i++)
        ret[entries++] = (struct tr_run){i, 1};
    return entries;
}

static void read_shown(struct tr_reading *reading, const struct shape *shape, unsigned dimension,
                       const struct tr_bytes *bytes, uint64_t size, struct tr_variable *node)
{
    uint64_t count = shape->counts[dimension], shown = 0;
    struct tr_run runs[MOST_ENTRIES];
    unsigned char first;
    if (bytes->in_memory && !tr_bytes_read(reading, bytes, &first, 1, node))
        return;
    size_t entries = choose(reading, bytes, size, count, runs);
    const char *name = type_name(reading, shape, dimension + 1);
    for (size_t i = 0; i < entries; i++) {
        if (!add_run(reading, shape, dimension, bytes, size, runs[i], name, entries - i, node))
            break;
        shown += runs[i].count;
    }
    if (shown < count)
        node->omitted_children = tr_number((int64_t)(count - shown));
    tr_sum_states(node);
}

static bool read_as_text(struct tr_reading *reading, const struct shape *shape, unsigned dimension,
                         const struct tr_bytes *bytes, struct tr_variable *node)
{
    struct tr_encoding encoding;
    Dwarf_Die element = shape->element;
    if (dimension + 1 != shape->dimensions || !tr_encoding_of(&element, &encoding))
        return false;
    bool open = shape->open && dimension == 0;
    if (open && !bytes->in_memory)
        return false;
    uint64_t size = open ? UINT64_MAX : shape->counts[dimension] * shape->element_size;
    if (tr_read_string(reading, bytes, size, &encoding, node))
        return true;
    if (!reading->secret || open)
        return false;
    node->reason = "masked: it looks like a secret";
    node->omitted_children = tr_number((int64_t)shape->counts[dimension]);
    return true;
}

static void read_counted(struct tr_reading *reading, const struct shape *shape, unsigned dimension,
                         const struct tr_bytes *bytes, struct tr_variable *node)
{
    uint64_t count = shape->counts[dimension], size;
    node->size = tr_number((int64_t)count);
    if (!count)
        return;
    if (!stride(shape, dimension, &size) || !size || size > UINT32_MAX) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the array is larger than memory can be");
    } else if (reading->depth >= TR_LIMIT_VALUE_DEPTH) {
        tr_set_state(node, TR_STATE_PARTIAL, "nested too deeply to be shown");
        node->omitted_children = tr_number((int64_t)count);
    } else {
        read_shown(reading, shape, dimension, bytes, size, node);
    }
}

static void read_dimension(struct tr_reading *reading, const struct shape *shape, unsigned dimension,
                           const struct tr_bytes *bytes, struct tr_variable *node)
{
    node->kind = TR_VALUE_ARRAY;
    if (read_as_text(reading, shape, dimension, bytes, node))
        return;
    if (shape->open && dimension == 0)
        node->reason = "the number of its elements is not known";
    else
        read_counted(reading, shape, dimension, bytes, node);
}

void tr_read_elements(struct tr_reading *reading, Dwarf_Die *element, uint64_t count, const struct tr_bytes *bytes,
                      struct tr_variable *node)
{
    struct shape shape = {.counts = {count},
                          .dimensions = 1,
                          .element = *element,
                          .element_name = tr_cached_name(reading->values, element)};
    if (tr_value_size(reading, element, &shape.element_size))
        read_counted(reading, &shape, 0, bytes, node);
    else
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the size of its elements is not known");
}

void tr_read_array(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written, const struct tr_bytes *bytes,
                   struct tr_variable *node)
{
    (void)written;
    struct shape shape;
    const char *reason = take_apart(reading, type, 0, &shape);
    if (reason)
        tr_set_state(node, TR_STATE_UNAVAILABLE, reason);
    else
        read_dimension(reading, &shape, 0, bytes, node);
}
