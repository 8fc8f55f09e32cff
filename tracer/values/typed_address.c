#include "values/values_internal.h"

#include "symbols/type.h"

struct tr_variable *tr_values_at(struct tr_values *values, const char *type, uint64_t address, const char *name)
{
    for (size_t i = 0; i < values->images->count; i++) {
        struct tr_image *image = values->images->items[i];
        Dwarf_Die die;
        if (image->is_system || !tr_type_find(tr_image_dwarf(image), type, &die))
            continue;
        struct tr_reading reading = tr_reading_begin(values, tr_image_dwarf(image), NULL, TR_LIMIT_VALUE_NODES);
        struct tr_bytes bytes = tr_bytes_in_memory(address);
        struct tr_variable *node = tr_variable_make(values, name, tr_cached_name(values, &die));
        tr_read_value(&reading, &die, &bytes, node);
        node->address = tr_word(address);
        return node;
    }
    return NULL;
}
