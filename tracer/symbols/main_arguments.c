/*
 * What main was called with. Nothing describes that call: the C library makes it. But the kernel wrote argc, argv and the
 * environment where the stack begins (System V ABI, AMD64 supplement, 3.4.1), and the library passes on what it finds.
 */
#include "symbols/dwarf_internal.h"
#include "symbols/expression.h"
#include "symbols/symbol.h"

#include <string.h>

enum { RDX = 1, RSI = 4, RDI = 5, WORD = 8 };

/*
 * Whether only start-up code lies outside of @p frame: the library's, then _start, which is all of the program that nobody
 * calls. A main that the program itself called has a described function for a caller.
 */
static bool is_called_at_start(const struct tr_frame_context *frame, const struct tr_image *image)
{
    enum { MOST_LIBRARY_FRAMES = 3, START_BYTES = 64 };
    const struct tr_frame_context *outer = frame->caller;
    struct tr_unit *unit;
    Dwarf_Die function;
    if (!outer || frame_function(outer, &unit, &function, NULL, NULL))
        return false;
    for (unsigned i = 0; i < MOST_LIBRARY_FRAMES && outer->caller; i++)
        outer = outer->caller;
    return !outer->caller && outer->pc - image->entry < START_BYTES;
}

/* The vector must end where argc says: an overflow may have reached it. */
static bool read_count(struct tr_memory *memory, uint64_t start, uint64_t *ret)
{
    uint64_t count, last = 1, behind;
    if (!tr_memory_read_u64(memory, start, &count) || count > INT32_MAX ||
        !tr_memory_read_u64(memory, start + WORD * (count + 1), &behind) ||
        (count && !tr_memory_read_u64(memory, start + WORD * count, &last)) || behind || !last)
        return false;
    *ret = count;
    return true;
}

/* A constructor may have replaced the environment before main: then the library's pointer leads elsewhere. */
static bool is_environment(const struct tr_frame_context *frame, struct tr_image *image, uint64_t address)
{
    struct tr_image *library = tr_images_find(frame->images, frame->caller->pc);
    struct tr_symbol symbol;
    uint64_t now;
    bool found = tr_symbol_named(image, "__environ", &symbol) ||
                 (library && tr_symbol_named(library, "__environ", &symbol));
    return found && tr_memory_read_u64(frame->memory, symbol.address, &now) && now == address;
}

bool main_argument(const struct tr_frame_context *frame, const struct tr_unit *unit, Dwarf_Die *function,
                   uint64_t number, uint64_t *ret)
{
    struct tr_image *image = unit->dwarf->image;
    const char *name = die_name(function);
    uint64_t count;
    if (!frame->start_sp || !image->is_main || !name || strcmp(name, "main") != 0 ||
        !is_called_at_start(frame, image) || !read_count(frame->memory, frame->start_sp, &count))
        return false;
    uint64_t arguments = frame->start_sp + WORD, environment = arguments + WORD * (count + 1);
    if (number == RDX && !is_environment(frame, image, environment))
        return false;
    if (number != RDI && number != RSI && number != RDX)
        return false;
    *ret = number == RDI ? count : number == RSI ? arguments : environment;
    return true;
}
