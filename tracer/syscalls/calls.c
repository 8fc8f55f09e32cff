#include "syscalls/calls_internal.h"

#include "base/fatal.h"

#include <string.h>

enum { MAX_ERRNO = 4095 }; /* linux/err.h */

struct tr_call *tr_call_create(void)
{
    struct tr_call *call = calloc(1, sizeof(*call));
    if (!call)
        tr_fatal("out of memory");
    call->references = 1;
    call->times = 1;
    return call;
}

void tr_call_release(struct tr_call *call)
{
    if (!call || --call->references)
        return;
    free(call->origin);
    free(call->text);
    free(call);
}

bool tr_call_failed(const struct tr_call *call)
{
    return call->state == TR_CALL_RETURNED && call->result < 0 && call->result >= -MAX_ERRNO;
}

void tr_call_keep_origin(struct tr_call *call, struct tr_memory *memory)
{
    if (call->origin || !memory)
        return;
    struct tr_syscall_origin *origin = malloc(sizeof(*origin));
    if (!origin)
        tr_fatal("out of memory");
    origin->registers = call->registers;
    origin->stack_size = (unsigned)tr_memory_read_some(memory, tr_registers_sp(&call->registers), origin->stack,
                                                       sizeof(origin->stack));
    call->origin = origin;
}

static void put(struct tr_ring *ring, struct tr_call *call)
{
    tr_call_release(ring->slots[ring->next]);
    ring->slots[ring->next] = call;
    ring->next = (ring->next + 1) % ring->size;
}

void tr_ring_push(struct tr_ring *ring, struct tr_call *call)
{
    call->references++;
    put(ring, call);
}

static bool same_failure(const struct tr_call *a, const struct tr_call *b)
{
    return a->number == b->number && a->result == b->result && a->pid == b->pid && !strcmp(a->text, b->text);
}

/* Close the gap at @p slot by moving the newer ones back by one. */
static void remove_slot(struct tr_ring *ring, unsigned slot)
{
    tr_call_release(ring->slots[slot]);
    for (unsigned after = (slot + 1) % ring->size; after != ring->next; after = (after + 1) % ring->size) {
        ring->slots[slot] = ring->slots[after];
        slot = after;
    }
    ring->slots[slot] = NULL;
    ring->next = slot;
}

void tr_ring_push_failure(struct tr_ring *ring, struct tr_call *call)
{
    for (unsigned slot = 0; slot < ring->size; slot++) {
        const struct tr_call *earlier = ring->slots[slot];
        if (!earlier || !same_failure(earlier, call))
            continue;
        call->times += earlier->times;
        remove_slot(ring, slot);
        break;
    }
    tr_ring_push(ring, call);
}

void tr_ring_clear(struct tr_ring *ring)
{
    for (unsigned slot = 0; slot < ring->size; slot++) {
        tr_call_release(ring->slots[slot]);
        ring->slots[slot] = NULL;
    }
}
