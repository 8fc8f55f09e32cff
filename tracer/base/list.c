#include "base/list.h"

#include <string.h>

static void grow(struct tr_arena *arena, struct tr_list *list)
{
    size_t capacity = list->capacity ? list->capacity * 2 : 4;
    void **items = tr_arena_alloc(arena, capacity * sizeof(*items));
    if (list->count)
        memcpy(items, list->items, list->count * sizeof(*items));
    list->items = items;
    list->capacity = capacity;
}

void tr_list_insert(struct tr_arena *arena, struct tr_list *list, size_t index, void *item)
{
    if (list->count == list->capacity)
        grow(arena, list);
    memmove(list->items + index + 1, list->items + index, (list->count - index) * sizeof(*list->items));
    list->items[index] = item;
    list->count++;
}

void tr_list_add(struct tr_arena *arena, struct tr_list *list, void *item)
{
    tr_list_insert(arena, list, list->count, item);
}

void tr_list_remove(struct tr_list *list, size_t index)
{
    list->count--;
    memmove(list->items + index, list->items + index + 1, (list->count - index) * sizeof(*list->items));
}
