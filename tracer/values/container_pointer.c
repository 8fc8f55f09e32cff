/* unique_ptr, shared_ptr, weak_ptr. */
#include "values/container_internal.h"

#include <inttypes.h>

enum { WORD = 8, INLINE_DEPTH = 3 };

static bool is_class(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

void tr_read_target(struct tr_reading *reading, Dwarf_Die *target, uint64_t address, struct tr_variable *node)
{
    Dwarf_Die type = *target, stripped;
    uint64_t start = address;
    node->kind = TR_VALUE_CONTAINER;
    node->value = tr_arena_printf(reading->values->arena, "0x%" PRIx64, address);
    if (reading->lead && !reading->lead->key)
        tr_lead_found(reading->lead, target, address);
    if (!address || !tr_strip(reading, target, &stripped))
        return;
    if (!tr_maps_find(reading->values->maps, address)) {
        node->reason = "unmapped";
        return;
    }
    /* Chains of owners go on in memory.objects, where each object is told once. */
    if (is_class(&stripped) && !tr_is_string_class(reading, &stripped) &&
        (reading->in_object || reading->depth >= INLINE_DEPTH)) {
        tr_add_link(reading, node, address, target, false);
        return;
    }
    if (is_class(&stripped) && tr_dynamic_type(reading, &stripped, &start))
        type = stripped;
    struct tr_bytes bytes = tr_bytes_in_memory(start);
    tr_add_link(reading, node, address, target, true);
    if (!tr_read_child(reading, node, "*", &type, &bytes, 1))
        node->omitted_children = tr_number(1);
}

bool tr_read_owner(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *pointer, const struct tr_bytes *bytes,
                   struct tr_variable *node)
{
    Dwarf_Die target, first;
    unsigned char word[WORD];
    if (!tr_pointee(reading, pointer, &target) || tr_bytes_read_some(reading, bytes, word, sizeof(word)) < sizeof(word))
        return false;
    /* How long an array is nobody keeps: it is shown as the pointer that it is. */
    if (tr_template_type(type, 0, NULL, &first) && tr_strip(reading, &first, &first) &&
        dwarf_tag(&first) == DW_TAG_array_type)
        tr_read_value(reading, pointer, bytes, node);
    else
        tr_read_target(reading, &target, tr_load_unsigned(word, WORD), node);
    return true;
}

bool tr_read_unique_pointer(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                            struct tr_variable *node)
{
    Dwarf_Die owner, tuple, pointer;
    struct tr_bytes inside, there;
    if (!tr_member_enter(reading, type, bytes, "_M_t", &owner, &inside) ||
        !tr_member_enter(reading, &owner, &inside, "_M_t", &tuple, &there) ||
        !tr_tuple_element(reading, &tuple, &there, 0, &pointer, &inside))
        return false;
    return tr_read_owner(reading, type, &pointer, &inside, node);
}

/* The counts follow a virtual table (bits/shared_ptr_base.h). */
static void count_owners(struct tr_reading *reading, struct tr_shared *shared)
{
    unsigned char both[8];
    shared->has_counts =
        shared->counts && tr_memory_read(reading->values->memory, shared->counts + WORD, both, sizeof(both));
    if (!shared->has_counts)
        return;
    shared->owners = (int32_t)tr_load_unsigned(both, 4);
    /* All owners together count as one watcher. */
    shared->watchers = (int32_t)tr_load_unsigned(both + 4, 4) - (shared->owners > 0);
}

/* What a shared_ptr and a weak_ptr have: {pointer, counts}. */
static bool find_shared(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        struct tr_shared *ret)
{
    Dwarf_Die pointer, counter;
    struct tr_bytes inside;
    if (!tr_member_word(reading, type, bytes, "_M_ptr", &pointer, &ret->address) ||
        !tr_pointee(reading, &pointer, &ret->target) ||
        !tr_member_enter(reading, type, bytes, "_M_refcount", &counter, &inside) ||
        !tr_member_word(reading, &counter, &inside, "_M_pi", NULL, &ret->counts))
        return false;
    count_owners(reading, ret);
    return true;
}

void tr_read_shared(struct tr_reading *reading, Dwarf_Die *type, struct tr_shared *shared, struct tr_variable *node)
{
    Dwarf_Die argument, stripped;
    struct tr_arena *arena = reading->values->arena;
    /* The class calls it "element_type". */
    if (tr_template_type(type, 0, NULL, &argument) && tr_strip(reading, &argument, &stripped) &&
        dwarf_tag(&stripped) != DW_TAG_array_type)
        shared->target = argument;
    bool gone = shared->counts && (!shared->has_counts || shared->owners <= 0);
    if (!gone) {
        tr_read_target(reading, &shared->target, shared->address, node);
    } else {
        node->kind = TR_VALUE_CONTAINER;
        node->value = tr_arena_printf(arena, "0x%" PRIx64, shared->address);
    }
    if (shared->counts && !shared->has_counts)
        tr_set_state(node, TR_STATE_UNREADABLE, "its count of owners cannot be read");
    else if (gone)
        tr_set_state(node, TR_STATE_FREED, "no owner is left: what it pointed to is gone");
    if (!shared->has_counts)
        return;
    tr_add_fact(reading, node, "use_count", "long", TR_VALUE_INTEGER,
                tr_arena_printf(arena, "%" PRId64, shared->owners));
    tr_add_fact(reading, node, "weak_count", "long", TR_VALUE_INTEGER,
                tr_arena_printf(arena, "%" PRId64, shared->watchers));
}

/* atomic<shared_ptr<T>>: the lowest bit of the pointer to the counts is a lock. */
bool tr_read_atomic_shared(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                           struct tr_variable *node)
{
    struct tr_shared shared = {.counts = 0};
    Dwarf_Die implementation, counter, word, pointer, kind;
    struct tr_bytes whole, inside, there;
    if (!tr_member_enter(reading, type, bytes, "_M_impl", &implementation, &whole) ||
        !tr_member_word(reading, &implementation, &whole, "_M_ptr", &pointer, &shared.address) ||
        !tr_pointee(reading, &pointer, &shared.target) ||
        !tr_member_enter(reading, &implementation, &whole, "_M_refcount", &counter, &inside) ||
        !tr_member_enter(reading, &counter, &inside, "_M_val", &word, &there) ||
        !tr_member_word(reading, &word, &there, "_M_i", NULL, &shared.counts) ||
        !tr_template_type(type, 0, "value_type", &kind) || !tr_strip(reading, &kind, &kind))
        return false;
    shared.counts &= ~UINT64_C(1);
    count_owners(reading, &shared);
    tr_read_shared(reading, &kind, &shared, node);
    return true;
}

bool tr_read_shared_pointer(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                            struct tr_variable *node)
{
    struct tr_shared shared = {.counts = 0};
    if (!find_shared(reading, type, bytes, &shared))
        return false;
    tr_read_shared(reading, type, &shared, node);
    return true;
}
