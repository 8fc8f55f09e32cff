#include "diagnose/heap_walk.h"

#include "base/limits.h"
#include "diagnose/variables.h"

#include <string.h>

enum {
    HEADER = 16,            /* two words: size of the block before where that is free, size of this one */
    SIZE_AT = 8,            /* of the second */
    LEAST = 32,             /* bytes of a record with its block */
    ALIGNMENT = 16,
    FLAGS = 7,              /* low bits of the size: PREV_INUSE, IS_MMAPPED, NON_MAIN_ARENA */
    FOREIGN = 6,            /* the last two, which a record of the main heap has not */
    FIRST_RECORD = 0x291,   /* size of the first block, malloc's own table of freed ones (tcache_perthread_struct) */
    FIRST_WITHIN = 2 * 4096, /* a static program has its thread's own data in front of it */
    MEMBER_DEPTH = 3,
};

static const struct tr_region *main_heap(const struct tr_facts *facts)
{
    if (!facts->report->memory)
        return NULL;
    TR_EACH(const struct tr_region, region, &facts->report->memory->regions)
    {
        if (region->name && strcmp(region->name, "[heap]") == 0)
            return region;
    }
    return NULL;
}

static bool find_first(const struct tr_facts *facts, const struct tr_region *heap, uint64_t *ret)
{
    for (uint64_t at = heap->start.value; at - heap->start.value < FIRST_WITHIN; at += ALIGNMENT) {
        uint64_t words[2];
        if (!tr_facts_read(facts, at, words, sizeof(words)))
            return false;
        if (words[0] == 0 && words[1] == FIRST_RECORD) {
            *ret = at;
            return true;
        }
    }
    return false;
}

bool tr_heap_walk(const struct tr_facts *facts, uint64_t address, struct tr_heap_walk *ret)
{
    const struct tr_region *heap = main_heap(facts);
    uint64_t at;
    if (!heap || !find_first(facts, heap, &at))
        return false;
    *ret = (struct tr_heap_walk){.end = heap->end.value};
    for (size_t i = 0; i < TR_LIMIT_HEAP_BLOCKS; i++) {
        uint64_t word;
        if (!tr_facts_read(facts, at + SIZE_AT, &word, sizeof(word)))
            return false;
        uint64_t size = word & ~(uint64_t)FLAGS;
        if (word & FOREIGN || size < LEAST || size % ALIGNMENT || size > ret->end - at) {
            ret->damaged = tr_word(at);
            ret->content = word;
            return true;
        }
        if (at + size == ret->end) /* what was not handed out yet lies at the end */
            return true;
        struct tr_heap_block block = {at + HEADER, size - SIZE_AT};
        if (address - block.address < block.size)
            ret->holder = block;
        ret->before = block;
        at += size;
        if (ret->end - at < LEAST)
            return false;
    }
    return false;
}

/* ---- names ---- */

static bool points_to(const struct tr_variable *variable, uint64_t address)
{
    struct tr_word value = tr_variable_pointer(variable);
    size_t length = strlen(variable->type);
    bool is_text = variable->kind == TR_VALUE_STRING && length && variable->type[length - 1] == '*';
    return (value.known && value.value == address) ||
           (is_text && variable->address.known && variable->address.value == address);
}

static const char *path_to(const struct tr_facts *facts, const struct tr_variable *variable, const char *before,
                           uint64_t address, int depth)
{
    bool is_element = variable->name[0] == '[';
    const char *path = !before      ? variable->name
                       : is_element ? tr_arena_printf(facts->arena, "%s%s", before, variable->name)
                                    : tr_arena_printf(facts->arena, "%s.%s", before, variable->name);
    if (points_to(variable, address))
        return path;
    if (depth == MEMBER_DEPTH || variable->kind == TR_VALUE_CONTAINER)
        return NULL;
    TR_EACH(const struct tr_variable, child, &variable->children)
    {
        const char *found = path_to(facts, child, path, address, depth + 1);
        if (found)
            return found;
    }
    return NULL;
}

static const char *name_in(const struct tr_facts *facts, const struct tr_frame *frame, const struct tr_list *list,
                           uint64_t address, const char **ret_ref)
{
    TR_EACH(const struct tr_variable, variable, list)
    {
        const char *path = path_to(facts, variable, NULL, address, 0);
        if (!path)
            continue;
        if (ret_ref)
            *ret_ref = path == variable->name ? tr_variable_ref(facts, frame, variable) : NULL;
        return path;
    }
    return NULL;
}

const char *tr_heap_block_name(const struct tr_facts *facts, uint64_t address, const char **ret_ref)
{
    const struct tr_thread *thread = tr_facts_thread(facts);
    if (!thread)
        return NULL;
    TR_EACH(const struct tr_frame, frame, &thread->frames)
    {
        if (frame->user != TR_TRUE)
            continue;
        const char *name = name_in(facts, frame, &frame->locals, address, ret_ref);
        name = name ? name : name_in(facts, frame, &frame->arguments, address, ret_ref);
        if (name)
            return name;
    }
    return NULL;
}
