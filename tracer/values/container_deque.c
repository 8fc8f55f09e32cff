/* deque: a map of blocks of 512 bytes, or of one larger element each (bits/stl_deque.h). */
#include "values/container_internal.h"

enum { WORD = 8, BLOCK = 512 };

struct deque {
    uint64_t current, first, last, node; /* of _M_start */
    uint64_t per_block, size;            /* elements; bytes of one, 0 when unknown: clang may only declare the type */
};

static bool element_at(const struct tr_reading *reading, const struct tr_blocks *blocks, uint64_t index, uint64_t *ret)
{
    uint64_t at = blocks->start + index, block;
    if (!tr_memory_read_u64(reading->values->memory, blocks->map + at / blocks->per_block * WORD, &block))
        return false;
    *ret = block + at % blocks->per_block * blocks->size;
    return true;
}

static bool read_ends(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct deque *ret,
                      Dwarf_Die *ret_element)
{
    Dwarf_Die pointer;
    if (!tr_member_word(reading, type, bytes, "_M_cur", &pointer, &ret->current) ||
        !tr_member_word(reading, type, bytes, "_M_first", NULL, &ret->first) ||
        !tr_member_word(reading, type, bytes, "_M_last", NULL, &ret->last) ||
        !tr_member_word(reading, type, bytes, "_M_node", NULL, &ret->node) ||
        !tr_pointee(reading, &pointer, ret_element))
        return false;
    if (!tr_value_size(reading, ret_element, &ret->size))
        ret->size = 0;
    ret->per_block = ret->size && ret->size < BLOCK ? BLOCK / ret->size : 1;
    return true;
}

/* Whether the numbers can be those of a deque: whole elements, inside of a block. */
static bool is_sound(const struct deque *deque)
{
    return deque->current >= deque->first && deque->current <= deque->last &&
           deque->last - deque->first == deque->per_block * deque->size &&
           (deque->current - deque->first) % deque->size == 0;
}

static void add_elements(struct tr_reading *reading, const struct tr_blocks *blocks, Dwarf_Die *element, uint64_t count,
                         struct tr_variable *node)
{
    bool is_long = count > TR_LIMIT_CHILDREN;
    uint64_t head = is_long ? TR_LIMIT_ELEMENTS_HEAD : count, tail = is_long ? TR_LIMIT_ELEMENTS_TAIL : 0, shown = 0;
    for (uint64_t i = 0; i < head + tail; i++) {
        uint64_t index = i < head ? i : count - (head + tail - i), address;
        if (!element_at(reading, blocks, index, &address)) {
            tr_set_state(node, shown ? TR_STATE_PARTIAL : TR_STATE_UNREADABLE, "the map of its blocks cannot be read");
            break;
        }
        if (!tr_add_element(reading, node, index, element, address, (size_t)(head + tail - i)))
            break;
        shown++;
    }
    if (shown < count)
        node->omitted_children = tr_number((int64_t)(count - shown));
    tr_sum_states(node);
}

void tr_read_blocks(struct tr_reading *reading, const struct tr_blocks *blocks, Dwarf_Die *element, uint64_t count,
                    struct tr_variable *node)
{
    node->size = tr_number((int64_t)count);
    if (reading->depth >= TR_LIMIT_VALUE_DEPTH && count)
        tr_set_state(node, TR_STATE_PARTIAL, "nested too deeply to be shown");
    else
        add_elements(reading, blocks, element, count, node);
}

bool tr_read_deque(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die implementation, start, finish, element;
    struct tr_bytes inside, first, last;
    struct deque deque, end;
    if (!tr_member_enter(reading, type, bytes, "_M_impl", &implementation, &inside) ||
        !tr_member_enter(reading, &implementation, &inside, "_M_start", &start, &first) ||
        !tr_member_enter(reading, &implementation, &inside, "_M_finish", &finish, &last) ||
        !read_ends(reading, &start, &first, &deque, &element) || !read_ends(reading, &finish, &last, &end, &element))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    if (deque.current && deque.current == end.current) {
        node->size = tr_number(0);
        return true;
    }
    if (!deque.size) {
        tr_set_state(node, TR_STATE_UNAVAILABLE, "the size of its elements is not known");
        return true;
    }
    if (!is_sound(&deque) || !is_sound(&end) || end.node < deque.node || (end.node - deque.node) % WORD ||
        (end.node - deque.node) >> TR_SIZE_BITS || !tr_maps_find(reading->values->maps, deque.node)) {
        tr_set_state(node, TR_STATE_UNREADABLE, "its pointers are not those of a deque");
        return true;
    }
    uint64_t count = (end.node - deque.node) / WORD * deque.per_block + (end.current - end.first) / deque.size -
                     (deque.current - deque.first) / deque.size;
    if (count >> TR_SIZE_BITS) {
        tr_set_state(node, TR_STATE_UNREADABLE, "its pointers are not those of a deque");
        return true;
    }
    struct tr_blocks blocks = {deque.node, (deque.current - deque.first) / deque.size, deque.per_block, deque.size};
    tr_read_blocks(reading, &blocks, &element, count, node);
    return true;
}

bool tr_before_in_deque(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                        struct tr_position *ret)
{
    struct deque at;
    uint64_t block;
    if (!read_ends(reading, type, bytes, &at, &ret->element) || !at.size)
        return false;
    ret->address = at.current - at.size;
    if (!at.current || at.current != at.first) {
        ret->address = at.current ? ret->address : 0;
        return true;
    }
    if (!tr_memory_read_u64(reading->values->memory, at.node - WORD, &block))
        return false;
    ret->address = block + (at.per_block - 1) * at.size;
    return true;
}

bool tr_read_deque_iterator(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                            struct tr_variable *node)
{
    Dwarf_Die pointer, element;
    uint64_t at;
    if (!tr_member_word(reading, type, bytes, "_M_cur|__ptr_", &pointer, &at) ||
        !tr_pointee(reading, &pointer, &element))
        return false;
    tr_read_target(reading, &element, at, node);
    if (node->children.count && !node->reason)
        node->reason = "if it is the end of its deque, there is no element";
    return true;
}
