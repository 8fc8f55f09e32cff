#include "analysis/loop_circle.h"

#include "base/limits.h"

#include <stdlib.h>
#include <string.h>

/* From node to node, the next one's address lying @p offset bytes into each; @p steps of them. 0 at the end. */
static uint64_t walk(struct tr_analysis *analysis, uint64_t node, uint64_t offset, uint64_t steps)
{
    for (; steps && node; steps--)
        if (!tr_memory_read_u64(analysis->memory, node + offset, &node))
            return 0;
    return node;
}

/* Nodes of the circle that @p node is in, 0 for none. */
static uint64_t circle_length(struct tr_analysis *analysis, uint64_t node, uint64_t offset)
{
    uint64_t at = node;
    for (uint64_t length = 1; length < TR_LIMIT_LIST_NODES; length++) {
        if (!tr_memory_read_u64(analysis->memory, at + offset, &at) || !at)
            return 0;
        if (at == node)
            return length;
    }
    return 0;
}

/* The node from which @p offset bytes into each lead back, and the one to which, when the list is followed from @p from. */
static bool find_joint(struct tr_analysis *analysis, uint64_t from, uint64_t offset, uint64_t length, struct tr_loop *loop)
{
    uint64_t ahead = walk(analysis, from, offset, length), behind = from, index = 0, last = 0;
    if (!ahead)
        return false;
    for (; ahead != behind && index < TR_LIMIT_LIST_NODES; index++) {
        last = ahead;
        ahead = walk(analysis, ahead, offset, 1);
        behind = walk(analysis, behind, offset, 1);
        if (!ahead || !behind)
            return false;
    }
    if (ahead != behind)
        return false;
    last = last ? last : walk(analysis, from, offset, length - 1); /* all of the list is the circle */
    loop->circle_end = tr_word(last);
    loop->circle_start = tr_word(behind);
    loop->circle_index = tr_number((int64_t)index);
    return true;
}

/* Where the list begins: a pointer of the frame, other than the one that goes round, from which the circle is reached. */
static void find_start(struct tr_analysis *analysis, const struct tr_list *variables, uint64_t offset, uint64_t in_circle,
                       uint64_t length, struct tr_loop *loop)
{
    TR_EACH(const struct tr_variable, variable, variables)
    {
        uint64_t at = variable->value && variable->kind == TR_VALUE_POINTER ? strtoull(variable->value, NULL, 16) : 0;
        if (!at || loop->circle_from || variable->state != TR_STATE_OK || strcmp(variable->name, loop->circle) == 0)
            continue;
        bool reaches = false;
        uint64_t node = at;
        for (uint64_t steps = 0; node && !reaches && steps < TR_LIMIT_LIST_NODES; steps++) {
            reaches = node == in_circle;
            node = walk(analysis, node, offset, 1);
        }
        if (reaches && find_joint(analysis, at, offset, length, loop))
            loop->circle_from = variable->name;
    }
}

/*
 * A pointer of the condition that went from node to node: whether the way that it took, one node a turn, leads back.
 * The place of the address of the next node is found by trying; that the steps lead from the first moment to the last
 * shows that it is the one.
 */
void tr_analysis_circle(struct tr_analysis *analysis, const struct tr_valued_frame *valued, struct tr_loop *loop)
{
    enum { LINK_BYTES = 256 };
    const struct tr_samples *samples = &analysis->stop->samples;
    bool is_counted = samples->turns && loop->before.count == loop->after.count;
    for (size_t i = 0; i < loop->after.count && is_counted && !loop->circle; i++) {
        const struct tr_evaluated *after = tr_list_at(&loop->after, const struct tr_evaluated, i);
        const struct tr_evaluated *before = tr_list_at(&loop->before, const struct tr_evaluated, i);
        if (after->kind != TR_VALUE_POINTER || !after->word.known || !before->word.known)
            continue;
        for (uint64_t offset = 0; offset < LINK_BYTES && !loop->circle; offset += sizeof(uint64_t)) {
            if (walk(analysis, before->word.value, offset, samples->turns) != after->word.value)
                continue;
            uint64_t length = circle_length(analysis, after->word.value, offset);
            if (!length)
                continue;
            loop->circle = after->text;
            loop->circle_nodes = tr_number((int64_t)length);
            loop->circle_node = after->word;
            find_start(analysis, &valued->frame->arguments, offset, after->word.value, length, loop);
            find_start(analysis, &valued->frame->locals, offset, after->word.value, length, loop);
        }
    }
}
