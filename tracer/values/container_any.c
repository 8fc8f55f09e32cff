/* std::any: a pointer to the function that manages what it holds tells the type. */
#include "values/container_internal.h"

#include "symbols/symbol.h"

#include <string.h>

static const char *name_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    return dwarf_attr_integrate(die, attribute, &found) ? dwarf_formstring(&found) : NULL;
}

/* Whether the class @p type declares the function whose symbol is @p symbol. */
static bool declares(Dwarf_Die *type, const char *symbol)
{
    Dwarf_Die child;
    size_t seen = 0;
    if (dwarf_child(type, &child) != 0)
        return false;
    do {
        const char *name = dwarf_tag(&child) == DW_TAG_subprogram ? name_of(&child, DW_AT_linkage_name) : NULL;
        if (name && strcmp(name, symbol) == 0)
            return true;
    } while (++seen < TR_LIMIT_TYPE_ENTRIES && dwarf_siblingof(&child, &child) == 0);
    return false;
}

/*
 * The class inside of std::any, _Manager_internal<T> or _Manager_external<T>, whose function @p manager is. One that
 * another unit made is not described here.
 */
static bool find_manager(const struct tr_reading *reading, Dwarf_Die *type, uint64_t manager, Dwarf_Die *ret)
{
    struct tr_image *image = tr_images_find(reading->values->images, manager);
    struct tr_symbol symbol;
    size_t seen = 0;
    if (!image || !tr_symbol_at(image, manager, &symbol) || dwarf_child(type, ret) != 0)
        return false;
    do {
        bool is_manager = tr_is_named(ret, "_Manager_internal") || tr_is_named(ret, "_Manager_external");
        if (is_manager && declares(ret, symbol.name))
            return true;
    } while (++seen < TR_LIMIT_TYPE_ENTRIES && dwarf_siblingof(ret, ret) == 0);
    return false;
}

bool tr_read_any(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node)
{
    Dwarf_Die storage, class, held;
    struct tr_bytes inside;
    uint64_t manager, address;
    if (!tr_member_word(reading, type, bytes, "_M_manager", NULL, &manager) ||
        !tr_member_enter(reading, type, bytes, "_M_storage", &storage, &inside))
        return false;
    if (manager && (!find_manager(reading, type, manager, &class) || !tr_template_type(&class, 0, NULL, &held)))
        return false;
    node->kind = TR_VALUE_CONTAINER;
    node->size = tr_number(manager != 0);
    if (!manager) {
        node->value = "empty";
        return true;
    }
    if (tr_is_named(&class, "_Manager_external")) {
        if (!tr_member_word(reading, &storage, &inside, "_M_ptr", NULL, &address))
            return false;
        inside = tr_bytes_in_memory(address);
    }
    if (!tr_read_child(reading, node, "*", &held, &inside, 1))
        node->omitted_children = tr_number(1);
    tr_sum_states(node);
    return true;
}
