#include "values/values_internal.h"

#include <string.h>

/* An anonymous mapping right behind a file's is the image's .bss, whether or not the image's range covers it. */
static bool is_image_data(const struct tr_values *values, const struct tr_mapping *mapping)
{
    if (tr_images_find(values->images, mapping->start))
        return true;
    return !mapping->path[0] && mapping->start && tr_images_find(values->images, mapping->start - 1);
}

const char *tr_region_name(const struct tr_values *values, uint64_t address)
{
    const struct tr_mapping *mapping = tr_maps_find(values->maps, address);
    if (!mapping)
        return NULL;
    for (size_t i = 0; i < values->stacks.count; i++)
        if (values->stacks.items[i] == mapping)
            return "stack";
    if (strncmp(mapping->path, "[stack", 6) == 0)
        return "stack";
    if (strcmp(mapping->path, "[heap]") == 0)
        return "heap";
    return is_image_data(values, mapping) ? "static" : "mapped";
}
