#include "analysis/throw_places.h"

#include "analysis/source.h"
#include "analysis/user_code.h"
#include "base/limits.h"
#include "symbols/symbol.h"

#include <string.h>

enum {
    CALL = 5,   /* e8 and 4 bytes of distance */
    BEFORE = 48, /* bytes before the call in which its arguments are loaded */
    INLINE_DEPTH = 32,
};

/* A part of an executable's code, and what is looked for in it. */
struct search {
    struct tr_analysis *analysis;
    struct tr_exception *exception;
    const struct tr_image *image;
    uint64_t type, thrower; /* the type_info, and __cxa_throw */
    uint64_t stub;          /* of the linker, that leads to __cxa_throw; 0 while unknown */
    bool is_full;
};

static int32_t distance(const unsigned char *at)
{
    int32_t value;
    memcpy(&value, at, sizeof(value));
    return value;
}

static uint64_t relative(uint64_t behind, const unsigned char *at)
{
    return behind + (uint64_t)(int64_t)distance(at);
}

/* "jmp *slot(%rip)", perhaps behind endbr64 and with a bnd prefix, through a slot that holds __cxa_throw. */
static bool is_stub(const struct search *search, uint64_t target)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    unsigned char code[16];
    uint64_t slot;
    struct tr_memory *memory = search->analysis->memory;
    if (!tr_memory_read(memory, target, code, sizeof(code)))
        return false;
    size_t at = memcmp(code, endbr64, sizeof(endbr64)) == 0 ? sizeof(endbr64) : 0;
    at += code[at] == 0xf2;
    return code[at] == 0xff && code[at + 1] == 0x25 &&
           tr_memory_read_u64(memory, relative(target + at + 6, code + at + 2), &slot) && slot == search->thrower;
}

static bool throws(struct search *search, uint64_t target)
{
    if (target == search->thrower || (search->stub && target == search->stub))
        return true;
    if (search->stub || target < search->image->start || target >= search->image->end || !is_stub(search, target))
        return false;
    search->stub = target;
    return true;
}

/* Whether code that ends at @p end loads the address of the type_info: lea, mov from the table of addresses, or mov imm. */
static bool loads_type(const struct search *search, const unsigned char *code, size_t size, uint64_t end)
{
    for (size_t at = 0; at + 7 <= size; at++) {
        const unsigned char *bytes = code + at;
        uint64_t address = end - size + at, word;
        bool is_wide = (bytes[0] & 0xfb) == 0x48 && (bytes[2] & 0xc7) == 0x05;
        if (is_wide && bytes[1] == 0x8d && relative(address + 7, bytes + 3) == search->type)
            return true;
        if (is_wide && bytes[1] == 0x8b &&
            tr_memory_read_u64(search->analysis->memory, relative(address + 7, bytes + 3), &word) && word == search->type)
            return true;
        if ((bytes[0] & 0xf8) == 0xb8 && (uint32_t)distance(bytes + 1) == search->type)
            return true;
    }
    return false;
}

static void add_place(struct search *search, uint64_t address)
{
    struct tr_analysis *analysis = search->analysis;
    struct tr_function functions[INLINE_DEPTH];
    struct tr_image *image = tr_images_find(analysis->images, address);
    size_t count = tr_functions_at(tr_image_dwarf(image), address, functions, INLINE_DEPTH);
    if (!count || functions[0].line <= 0 || !tr_user_code(analysis, image, functions[0].file, functions[0].name))
        return;
    struct tr_location *location = tr_arena_new(analysis->arena, struct tr_location);
    location->function = functions[0].name;
    location->file = tr_source_shown(analysis, functions[0].file);
    location->line = tr_number(functions[0].line);
    TR_EACH(const struct tr_location, known, &search->exception->thrown_at)
    {
        if (known->line.value == location->line.value && strcmp(known->file, location->file) == 0)
            return;
    }
    search->is_full = search->exception->thrown_at.count == TR_LIMIT_THROW_PLACES;
    if (!search->is_full)
        tr_list_add(analysis->arena, &search->exception->thrown_at, location);
}

static void search_code(struct search *search, const unsigned char *code, size_t size, uint64_t start)
{
    const unsigned char *at = code;
    while (!search->is_full && (at = memchr(at, 0xe8, size - (size_t)(at - code)))) {
        size_t offset = (size_t)(at++ - code);
        if (offset + CALL > size)
            break;
        size_t before = offset < BEFORE ? offset : BEFORE;
        if (throws(search, relative(start + offset + CALL, code + offset + 1)) &&
            loads_type(search, code + offset - before, before, start + offset))
            add_place(search, start + offset);
    }
}

void tr_analysis_throw_places(struct tr_analysis *analysis, uint64_t type, struct tr_exception *exception)
{
    struct tr_image *library;
    struct tr_symbol symbol;
    size_t left = TR_LIMIT_THROW_CODE;
    struct search search = {.analysis = analysis, .exception = exception, .type = type};
    if (!tr_symbol_find(analysis->images, "__cxa_throw", &library, &symbol))
        return;
    search.thrower = symbol.address;
    for (size_t i = 0; i < analysis->maps.count && !search.is_full; i++) {
        const struct tr_mapping *mapping = &analysis->maps.mappings[i];
        const struct tr_image *image = mapping->executable ? tr_images_find(analysis->images, mapping->start) : NULL;
        size_t size = (size_t)(mapping->end - mapping->start);
        if (!image || image->is_system || size > left)
            continue;
        unsigned char *code = tr_arena_alloc(analysis->arena, size);
        left -= size;
        search.image = image;
        search.stub = 0;
        size = tr_memory_read_some(analysis->memory, mapping->start, code, size);
        search_code(&search, code, size, mapping->start);
    }
    if (search.is_full)
        exception->thrown_at.count = 0;
}
