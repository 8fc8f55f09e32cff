/* A growing array of pointers whose storage lives in an arena. */
#ifndef TR_BASE_LIST_H
#define TR_BASE_LIST_H

#include "base/arena.h"

struct tr_list {
    void **items;
    size_t count, capacity;
};

/** Append @p item (borrowed) to @p list. */
void tr_list_add(struct tr_arena *arena, struct tr_list *list, void *item);

/** Insert @p item before @p index, 0..count. */
void tr_list_insert(struct tr_arena *arena, struct tr_list *list, size_t index, void *item);

/** Remove the item at @p index; the order of the others stays. */
void tr_list_remove(struct tr_list *list, size_t index);

/** Allocate a zeroed @p type, append it, and yield it. */
#define tr_list_new(arena, list, type)                  \
    __extension__({                                     \
        type *new_item_ = tr_arena_new((arena), type);  \
        tr_list_add((arena), (list), new_item_);        \
        new_item_;                                      \
    })

/** Loop over the items: TR_EACH(struct tr_frame, frame, &thread->frames) { … }. The list must not change meanwhile. */
#define TR_EACH(type, name, list)                                                             \
    for (size_t name##_index_ = 0, name##_once_ = 1; name##_once_; name##_once_ = 0)          \
        for (type *name; name##_index_ < (list)->count                                        \
             && (name = (type *)(list)->items[name##_index_], 1); name##_index_++)

#define tr_list_at(list, type, index) ((type *)(list)->items[index])

#endif
