/* mutex, thread, thread::id: what glibc keeps behind them. */
#include "values/container_internal.h"

#include <inttypes.h>

/* Who holds a lock: the thread that locked it, and how often it did, or how many others share it; 0: nobody. */
static void add_holders(struct tr_reading *reading, struct tr_variable *node, bool is_locked, uint64_t owner, const char *name,
                        uint64_t number)
{
    struct tr_arena *arena = reading->values->arena;
    node->kind = TR_VALUE_CONTAINER;
    tr_add_fact(reading, node, "locked", "bool", TR_VALUE_BOOLEAN, is_locked ? "true" : "false");
    if (owner)
        tr_add_fact(reading, node, "owner", "int", TR_VALUE_INTEGER, tr_arena_printf(arena, "%" PRIu64, owner));
    if (number)
        tr_add_fact(reading, node, name, "unsigned int", TR_VALUE_INTEGER, tr_arena_printf(arena, "%" PRIu64, number));
}

bool tr_read_mutex(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die mutex, data;
    struct tr_bytes outside, inside;
    uint64_t lock, owner, count;
    if (!tr_member_enter(reading, type, bytes, "_M_mutex|__m_", &mutex, &outside) ||
        !tr_member_enter(reading, &mutex, &outside, "__data", &data, &inside) ||
        !tr_member_number(reading, &data, &inside, "__lock", &lock) ||
        !tr_member_number(reading, &data, &inside, "__owner", &owner) ||
        !tr_member_number(reading, &data, &inside, "__count", &count))
        return false;
    node->value = lock ? "locked" : "unlocked";
    add_holders(reading, node, lock != 0, owner, "count", count);
    return true;
}

/* glibc's rwlock: the number of readers begins at bit 3, in front of it stand flags (sysdeps/nptl,
 * pthread_rwlock_common.c). */
bool tr_read_shared_mutex(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                          struct tr_variable *node)
{
    enum { READER_SHIFT = 3 };
    Dwarf_Die implementation = *type, lock, data;
    struct tr_bytes whole = *bytes, outside, inside;
    uint64_t readers, writer;
    if (!tr_member_enter(reading, type, bytes, "_M_impl", &implementation, &whole))
        whole = *bytes;
    if (!tr_member_enter(reading, &implementation, &whole, "_M_rwlock", &lock, &outside) ||
        !tr_member_enter(reading, &lock, &outside, "__data", &data, &inside) ||
        !tr_member_number(reading, &data, &inside, "__readers", &readers) ||
        !tr_member_number(reading, &data, &inside, "__cur_writer", &writer))
        return false;
    readers >>= READER_SHIFT;
    node->value = writer ? "locked" : readers ? "shared" : "unlocked";
    add_holders(reading, node, writer != 0, writer, "readers", readers);
    return true;
}

bool tr_read_thread_id(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                       struct tr_variable *node)
{
    /* glibc's struct pthread, x86-64: the kernel's id lies at 0x2d0, since 2.4. The first word points to itself. */
    enum { ID_OFFSET = 0x2d0, MOST_THREADS = 1 << 22 };
    struct tr_memory *memory = reading->values->memory;
    uint64_t handle, self;
    unsigned char id[4];
    if (!tr_member_word(reading, type, bytes, "_M_thread|__id_|__t_", NULL, &handle))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    node->value = handle ? tr_arena_printf(reading->values->arena, "0x%" PRIx64, handle) : "0x0";
    if (!handle || !tr_memory_read_u64(memory, handle, &self) || self != handle ||
        !tr_memory_read(memory, handle + ID_OFFSET, id, sizeof(id)))
        return true;
    uint64_t number = tr_load_unsigned(id, sizeof(id));
    if (number > 0 && number <= MOST_THREADS)
        tr_add_fact(reading, node, "id", "int", TR_VALUE_INTEGER,
                    tr_arena_printf(reading->values->arena, "%" PRIu64, number));
    return true;
}

bool tr_read_thread(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die id;
    struct tr_bytes inside;
    return tr_member_enter(reading, type, bytes, "_M_id", &id, &inside) ? tr_read_thread_id(reading, &id, &inside, node)
                                                                        : tr_read_thread_id(reading, type, bytes, node);
}
