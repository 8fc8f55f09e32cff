/* Containers of linked nodes: the walk that list, map, unordered_map and others share. */
#include "values/container_internal.h"

#include "base/secret.h"

#include <inttypes.h>
#include <string.h>

uint64_t tr_node_offset(const struct tr_reading *reading, Dwarf_Die *element, uint64_t header)
{
    uint64_t alignment = tr_alignment(reading, element);
    return (header + alignment - 1) / alignment * alignment;
}

bool tr_add_element(struct tr_reading *reading, struct tr_variable *node, uint64_t index, Dwarf_Die *element,
                    uint64_t address, size_t siblings)
{
    struct tr_bytes bytes = tr_bytes_in_memory(address);
    const char *name = tr_arena_printf(reading->values->arena, "[%" PRIu64 "]", index);
    return tr_read_child(reading, node, name, element, &bytes, siblings) != NULL;
}

/* A key as a value, as far as it is short: "bolt", 3, RED, {1, 2}. */
static void spell(struct tr_str *out, const struct tr_variable *key)
{
    const char *before = "";
    if (key->value || !key->children.count) {
        tr_str_add_text(out, key->value ? key->value : key->state == TR_STATE_OK ? "{}" : "?");
        return;
    }
    tr_str_add_char(out, '{');
    TR_EACH(const struct tr_variable, part, &key->children)
    {
        tr_str_add_text(out, before);
        if (out->size > TR_LIMIT_QUOTED) {
            tr_str_add_text(out, "...");
            break;
        }
        spell(out, part);
        before = ", ";
    }
    tr_str_add_char(out, '}');
}

static const char *key_name(struct tr_reading *reading, Dwarf_Die *type, uint64_t address, bool *ret_secret)
{
    enum { KEY_NODES = 16 };
    struct tr_reading part = *reading;
    struct tr_bytes bytes = tr_bytes_in_memory(address);
    struct tr_variable *key = tr_variable_make(reading->values, "", tr_cached_name(reading->values, type));
    tr_auto_str struct tr_str text = {0};
    part.left = KEY_NODES;
    part.lead = NULL;
    part.secret = false;
    tr_read_value(&part, type, &bytes, key);
    tr_str_add_char(&text, '[');
    spell(&text, key);
    tr_str_add_char(&text, ']');
    *ret_secret = key->kind == TR_VALUE_STRING && tr_secret_name(key->value);
    return tr_arena_strdup(reading->values->arena, tr_str_text(&text));
}

/* Whether this is the element whose key is wanted. */
static void find_key(struct tr_reading *reading, Dwarf_Die *key, Dwarf_Die *mapped, uint64_t address)
{
    uint64_t size;
    bool secret;
    if (!reading->lead->is_found && tr_value_size(reading, key, &size) &&
        strcmp(key_name(reading, key, address, &secret), reading->lead->key) == 0)
        tr_lead_found(reading->lead, mapped, address + tr_node_offset(reading, mapped, size));
}

/* The second of a pair is named by the first. */
static bool add_pair(struct tr_reading *reading, struct tr_variable *node, Dwarf_Die *key, Dwarf_Die *mapped,
                     uint64_t address, size_t siblings)
{
    uint64_t size;
    bool secret, was_secret = reading->secret;
    if (!reading->left) {
        reading->ran_out = true;
        return false;
    }
    if (!tr_value_size(reading, key, &size))
        return false;
    const char *name = key_name(reading, key, address, &secret);
    struct tr_bytes bytes = tr_bytes_in_memory(address + tr_node_offset(reading, mapped, size));
    reading->secret |= secret;
    bool added = tr_read_child(reading, node, name, mapped, &bytes, siblings) != NULL;
    reading->secret = was_secret;
    return added;
}

struct progress {
    uint64_t seen, shown;
    bool full; /* no more are shown */
};

static void show(struct tr_walk *walk, uint64_t count, uint64_t address, Dwarf_Die *key, Dwarf_Die *element,
                 struct progress *progress, struct tr_variable *node)
{
    uint64_t most = count > TR_LIMIT_CHILDREN ? TR_LIMIT_ELEMENTS_HEAD : TR_LIMIT_CHILDREN;
    size_t siblings = (size_t)((count < most ? count : most) - progress->shown);
    if (progress->full || progress->shown == most)
        return;
    bool added = key ? add_pair(walk->reading, node, key, element, address, siblings)
                     : tr_add_element(walk->reading, node, progress->shown, element, address, siblings);
    progress->full = !added;
    progress->shown += added;
}

/* Compare what was found with what the container says of itself. */
static void judge(const struct tr_walk *walk, uint64_t count, bool ended, const struct progress *progress,
                  struct tr_variable *node)
{
    struct tr_arena *arena = walk->reading->values->arena;
    uint64_t total = count != UINT64_MAX && count >> TR_SIZE_BITS == 0 ? count : progress->seen;
    bool known = ended || total == count;
    if (known)
        node->size = tr_number((int64_t)total);
    if (known && total > progress->shown)
        node->omitted_children = tr_number((int64_t)(total - progress->shown));
    if (walk->broken)
        tr_set_state(node, progress->seen ? TR_STATE_PARTIAL : TR_STATE_UNREADABLE,
                     tr_arena_printf(arena, "after %" PRIu64 " elements, %s", progress->seen, walk->broken));
    else if (count != UINT64_MAX && ended && progress->seen != count)
        tr_set_state(node, TR_STATE_PARTIAL,
                     tr_arena_printf(arena, "its size is %" PRIu64 ", but %" PRIu64 " elements are linked", count,
                                     progress->seen));
    else if (count != UINT64_MAX && count >> TR_SIZE_BITS)
        tr_set_state(node, TR_STATE_PARTIAL, tr_impossible_size(walk->reading, count));
    else if (progress->seen > count)
        tr_set_state(node, TR_STATE_PARTIAL,
                     tr_arena_printf(arena, "its size is %" PRIu64 ", but more elements are linked", count));
    else if (!known)
        tr_set_state(node, TR_STATE_PARTIAL,
                     tr_arena_printf(arena, "it has more than %" PRIu64 " elements: the rest was not looked at",
                                     progress->seen));
}

/* Go to the next node, unless that is one where the walk has been. One is kept in mind, then one twice as far, and so
 * on. */
static bool advance(struct tr_walk *walk, uint64_t *ret)
{
    if (!walk->next(walk, ret))
        return false;
    if (walk->steps && *ret == walk->mark) {
        walk->broken = "its links lead back";
        return false;
    }
    if (!(walk->steps & (walk->steps - 1)))
        walk->mark = *ret;
    walk->steps++;
    return true;
}

/* Elements that are linked, as far as they are walked: of a container that does not say how many it has. */
static uint64_t count_nodes(struct tr_walk walk)
{
    uint64_t count = 0, at;
    while (count < TR_LIMIT_CONTAINER_NODES && advance(&walk, &at))
        count++;
    return count;
}

void tr_read_nodes(struct tr_reading *reading, struct tr_walk *walk, uint64_t count, uint64_t offset, Dwarf_Die *key,
                   Dwarf_Die *element, struct tr_variable *node)
{
    struct progress progress = {0};
    uint64_t at;
    bool ended = false;
    node->kind = TR_VALUE_CONTAINER;
    if (reading->depth >= TR_LIMIT_VALUE_DEPTH && count) {
        tr_set_state(node, TR_STATE_PARTIAL, "nested too deeply to be shown");
        return;
    }
    uint64_t linked = count == UINT64_MAX ? count_nodes(*walk) : count;
    while (progress.seen < TR_LIMIT_CONTAINER_NODES && progress.seen <= count) {
        if (!advance(walk, &at)) {
            ended = !walk->broken;
            break;
        }
        if (key && reading->lead && reading->lead->key)
            find_key(reading, key, element, at + offset);
        if (progress.seen < linked)
            show(walk, linked, at + offset, key, element, &progress, node);
        progress.seen++;
    }
    judge(walk, count, ended, &progress, node);
    if (node->state == TR_STATE_OK)
        tr_sum_states(node);
}
