#include "analysis/type_info.h"

#include "base/limits.h"
#include "symbols/symbol.h"

#include <string.h>

enum {
    NAME = 8,
    SINGLE_BASE = 16, /* of __si_class_type_info */
    BASE_COUNT = 20,  /* of __vmi_class_type_info, behind its flags */
    BASES = 24,
    BASE_BYTES = 16,    /* type, then offset << 8 | flags */
    BASE_IS_VIRTUAL = 1,
    NAME_BYTES = 2048,
};

static bool read_word(struct tr_analysis *analysis, uint64_t address, uint64_t *ret)
{
    return tr_memory_read_u64(analysis->memory, address, ret);
}

const char *tr_type_info_name(struct tr_analysis *analysis, uint64_t type)
{
    uint64_t address;
    size_t size;
    bool terminated = false;
    char *name = read_word(analysis, type + NAME, &address)
                     ? tr_memory_read_string(analysis->memory, analysis->arena, address, NAME_BYTES, &size, &terminated)
                     : NULL;
    if (!name || !terminated)
        return "";
    name += name[0] == '*'; /* a type known in one file only */
    for (const char *c = name; *c; c++)
        if (*c <= ' ' || *c > '~')
            return "";
    return name;
}

const char *tr_type_info_spelled(struct tr_analysis *analysis, const char *name)
{
    static const char prefix[] = "typeinfo for ";
    const char *text = tr_demangle(analysis->arena, tr_arena_printf(analysis->arena, "_ZTI%s", name));
    return strncmp(text, prefix, sizeof(prefix) - 1) == 0 ? text + sizeof(prefix) - 1 : NULL;
}

/* A class with bases has a type_info of its own kind, told by its table of virtual functions. */
static bool is_of_kind(struct tr_analysis *analysis, uint64_t type, const char *table_name)
{
    uint64_t table;
    struct tr_symbol symbol;
    struct tr_image *image = read_word(analysis, type, &table) ? tr_images_find(analysis->images, table) : NULL;
    return image && tr_symbol_at(image, table, &symbol) && strcmp(symbol.name, table_name) == 0;
}

static bool find(struct tr_analysis *analysis, uint64_t type, const char *name, uint64_t *object, unsigned *budget);

/* The start of base number @p i: behind a virtual one's offset, which lies in the object's own table. */
static bool find_in(struct tr_analysis *analysis, uint64_t entry, const char *name, uint64_t *object, unsigned *budget)
{
    uint64_t base, word, table, offset;
    if (!read_word(analysis, entry, &base) || !read_word(analysis, entry + 8, &word))
        return false;
    offset = (uint64_t)((int64_t)word >> 8);
    if ((word & BASE_IS_VIRTUAL) &&
        (!read_word(analysis, *object, &table) || !read_word(analysis, table + offset, &offset)))
        return false;
    uint64_t start = *object + offset;
    if (!find(analysis, base, name, &start, budget))
        return false;
    *object = start;
    return true;
}

static bool find(struct tr_analysis *analysis, uint64_t type, const char *name, uint64_t *object, unsigned *budget)
{
    uint64_t base;
    uint32_t count;
    if (!(*budget)--)
        return *budget = 0, false;
    if (strcmp(tr_type_info_name(analysis, type), name) == 0)
        return true;
    if (is_of_kind(analysis, type, "_ZTVN10__cxxabiv120__si_class_type_infoE"))
        return read_word(analysis, type + SINGLE_BASE, &base) && find(analysis, base, name, object, budget);
    if (!is_of_kind(analysis, type, "_ZTVN10__cxxabiv121__vmi_class_type_infoE") ||
        !tr_memory_read(analysis->memory, type + BASE_COUNT, &count, sizeof(count)))
        return false;
    for (uint32_t i = 0; i < count && *budget; i++)
        if (find_in(analysis, type + BASES + (uint64_t)i * BASE_BYTES, name, object, budget))
            return true;
    return false;
}

bool tr_type_info_base(struct tr_analysis *analysis, uint64_t type, const char *name, uint64_t *object)
{
    unsigned budget = TR_LIMIT_TYPE_BASES;
    return find(analysis, type, name, object, &budget);
}
