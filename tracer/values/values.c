#include "values/values_internal.h"

#include "base/fatal.h"

struct tr_values *tr_values_create(struct tr_arena *arena, struct tr_images *images, struct tr_memory *memory,
                                   const struct tr_maps *maps)
{
    struct tr_values *values = calloc(1, sizeof(*values));
    if (!values)
        tr_fatal("out of memory");
    values->arena = arena;
    values->images = images;
    values->memory = memory;
    values->maps = maps;
    values->cache = tr_cache_create();
    return values;
}

void tr_values_destroy(struct tr_values *values)
{
    if (!values)
        return;
    tr_cache_destroy(values->cache);
    free(values);
}
