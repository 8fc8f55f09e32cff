#include "symbols/dwarf_internal.h"

#include "base/limits.h"
#include "base/str.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Between functions that follow each other lies padding up to the next multiple of 16. */
enum { PADDING = 15 };

struct range_sink {
    struct tr_dwarf *dwarf;
    size_t unit, left;
};

static bool add_range(void *arg, uint64_t low, uint64_t high)
{
    struct range_sink *sink = arg;
    struct tr_dwarf *dwarf = sink->dwarf;
    const struct tr_image *image = dwarf->image;
    uint64_t start = low + dwarf->bias, end = high + dwarf->bias;
    sink->left--;
    /* Linkers leave functions that they dropped at 0 or 1. */
    if (low >= sizeof(Elf64_Ehdr) && start >= image->start && end <= image->end)
        intervals_extend(dwarf_arena(dwarf), &dwarf->state->ranges, low, high, sink->unit, PADDING);
    return true;
}

static bool is_code_unit(uint8_t type, Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return (type == DW_UT_compile || type == DW_UT_skeleton)
           && (tag == DW_TAG_compile_unit || tag == DW_TAG_skeleton_unit);
}

static void grow_units(struct tr_dwarf *dwarf, size_t *capacity)
{
    size_t larger = *capacity ? *capacity * 2 : 16;
    struct tr_unit *units = tr_arena_alloc(dwarf_arena(dwarf), larger * sizeof(*units));
    if (dwarf->unit_count)
        memcpy(units, dwarf->units, dwarf->unit_count * sizeof(*units));
    dwarf->units = units;
    *capacity = larger;
}

/*
 * -g1 and -gmlt describe functions and lines only. gcc says so in the producer; clang leaves out what such functions
 * would need to have anyway, their declaration's line.
 */
static bool is_lines_only(struct tr_unit *unit)
{
    const char *producer = unit->producer;
    if (producer && strstr(producer, " -g1"))
        return true;
    if (!producer || !strstr(producer, "clang"))
        return false;
    struct die_budget budget = {TR_LIMIT_DIE_DEPTH};
    Dwarf_Die child;
    DIE_CHILDREN(&unit->die, child, &budget)
        if (dwarf_tag(&child) != DW_TAG_subprogram || dwarf_hasattr_integrate(&child, DW_AT_decl_line))
            return false;
    return true;
}

static bool is_there(const struct tr_unit *unit, const char *path)
{
    const struct tr_file_opener *opener = &unit->dwarf->image->owner->opener;
    int fd = opener->open ? opener->open(opener->arg, path, TR_FILE_DEBUG) : -1;
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* A .dwp holds all the .dwo of a program; libdw 0.188 does not read it. */
static const char *missing_reason(const struct tr_unit *unit)
{
    struct tr_arena *arena = dwarf_arena(unit->dwarf);
    const char *package = tr_arena_printf(arena, "%s.dwp", unit->dwarf->image->path);
    if (is_there(unit, package))
        return tr_arena_printf(arena, "packed in %s, which is not read: keep the .dwo files", package);
    return tr_arena_printf(arena, "missing .dwo: %s", unit->dwo_missing);
}

/* Full when any of the first units is: a program may mix. */
static void find_level(struct tr_dwarf *dwarf)
{
    dwarf->level = TR_DEBUG_INFO_LINES;
    dwarf->reason = "functions and lines only (-g1): compile with -g for variables";
    size_t count = dwarf->unit_count < TR_LIMIT_LEVEL_UNITS ? dwarf->unit_count : TR_LIMIT_LEVEL_UNITS;
    for (size_t i = 0; i < count; i++) {
        struct tr_unit *unit = &dwarf->units[i];
        unit_open(unit);
        if (unit->dwo_missing) {
            dwarf->reason = missing_reason(unit);
        } else if (!is_lines_only(unit)) {
            dwarf->level = TR_DEBUG_INFO_FULL;
            dwarf->reason = NULL;
            return;
        }
    }
}

void units_index(struct tr_dwarf *dwarf)
{
    Dwarf_CU *cu = NULL, *next;
    Dwarf_Die die;
    uint8_t type;
    size_t capacity = 0;
    struct range_sink sink = {.dwarf = dwarf, .left = TR_LIMIT_UNIT_RANGES};
    for (size_t i = 0; i < TR_LIMIT_UNITS && dwarf_get_units(dwarf->handle, cu, &next, NULL, &type, &die, NULL) == 0;
         i++) {
        cu = next;
        if (!is_code_unit(type, &die))
            continue;
        if (dwarf->unit_count == capacity)
            grow_units(dwarf, &capacity);
        dwarf->units[dwarf->unit_count] = (struct tr_unit){.dwarf = dwarf, .die = die, .skeleton = die};
        sink.unit = dwarf->unit_count++;
        die_ranges(&die, sink.left, add_range, &sink);
    }
    intervals_sort(&dwarf->state->ranges);
    find_level(dwarf);
}

/* libdw opens a .dwo itself, whatever the skeleton names: only after our opener has found it to be a regular file. */
static void open_split(struct tr_unit *unit)
{
    Dwarf_Die die = {0};
    const char *name = die_string(&unit->skeleton, DW_AT_dwo_name);
    if (!name)
        name = die_string(&unit->skeleton, DW_AT_GNU_dwo_name);
    if (!name)
        return;
    unit->dwo_missing = name;
    if (is_there(unit, unit_path(unit, name))
        && dwarf_cu_info(unit->skeleton.cu, NULL, NULL, NULL, &die, NULL, NULL, NULL) == 0
        && dwarf_tag(&die) == DW_TAG_compile_unit) {
        unit->die = die;
        unit->dwo_missing = NULL;
        dwarf_register(unit->dwarf, dwarf_cu_getdwarf(die.cu));
    }
}

void unit_open(struct tr_unit *unit)
{
    if (unit->state)
        return;
    unit->state = tr_arena_new(dwarf_arena(unit->dwarf), struct unit_state);
    unit->comp_dir = die_string(&unit->skeleton, DW_AT_comp_dir);
    open_split(unit);
    unit->name = die_string(&unit->die, DW_AT_name);
    unit->producer = die_string(&unit->die, DW_AT_producer);
    int language = dwarf_srclang(&unit->die);
    unit->language = language < 0 ? 0 : language;
}

struct tr_unit *tr_dwarf_unit_at(struct tr_dwarf *dwarf, uint64_t address)
{
    const struct interval *found = intervals_find(&dwarf->state->ranges, address - dwarf->bias);
    if (!found)
        return NULL;
    struct tr_unit *unit = &dwarf->units[found->item];
    unit_open(unit);
    return unit;
}

const char *unit_path(struct tr_unit *unit, const char *name)
{
    tr_auto_str struct tr_str path = {0};
    if (name[0] != '/' && unit->comp_dir) {
        tr_str_add_text(&path, unit->comp_dir);
        tr_str_add_char(&path, '/');
    }
    tr_str_add_text(&path, name);
    /* "..": left as it is, since what it leads to depends on symbolic links. */
    char *clean = tr_arena_alloc(dwarf_arena(unit->dwarf), path.size + 1), *out = clean;
    for (const char *in = tr_str_text(&path); *in;) {
        if (in[0] == '/' && in[1] == '/')
            in++;
        else if (in[0] == '/' && in[1] == '.' && in[2] == '/')
            in += 2;
        else
            *out++ = *in++;
    }
    return clean;
}

struct walk {
    unit_visit_fn *visit;
    void *arg;
    struct die_budget *budget;
};

static void walk_children(struct walk *walk, Dwarf_Die *parent, unsigned depth)
{
    Dwarf_Die child;
    if (depth > TR_LIMIT_DIE_DEPTH)
        return;
    DIE_CHILDREN(parent, child, walk->budget)
        if (walk->visit(walk->arg, &child, dwarf_tag(&child), depth))
            walk_children(walk, &child, depth + 1);
}

void unit_walk(struct tr_unit *unit, struct die_budget *budget, unit_visit_fn *visit, void *arg)
{
    struct walk walk = {visit, arg, budget};
    walk_children(&walk, &unit->die, 0);
}
