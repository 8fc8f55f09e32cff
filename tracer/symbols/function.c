#include "symbols/dwarf_internal.h"

#include "base/limits.h"
#include "symbols/type.h"

#include "base/str.h"

#include <string.h>

struct function_sink {
    struct tr_unit *unit;
    size_t function;
};

static bool add_range(void *arg, uint64_t low, uint64_t high)
{
    struct function_sink *sink = arg;
    if (low != 0)
        intervals_add(dwarf_arena(sink->unit->dwarf), &sink->unit->state->function_ranges, low, high, sink->function);
    return true;
}

static void add_function(struct tr_unit *unit, Dwarf_Die *die)
{
    struct unit_state *state = unit->state;
    if (state->function_count == state->function_capacity) {
        size_t capacity = state->function_capacity ? state->function_capacity * 2 : 32;
        Dwarf_Die *functions = tr_arena_alloc(dwarf_arena(unit->dwarf), capacity * sizeof(*functions));
        if (state->function_count)
            memcpy(functions, state->functions, state->function_count * sizeof(*functions));
        state->functions = functions;
        state->function_capacity = capacity;
    }
    state->functions[state->function_count] = *die;
    die_ranges(die, TR_LIMIT_RANGES, add_range, &(struct function_sink){unit, state->function_count});
    state->function_count++;
}

static bool has_code(Dwarf_Die *die) { return dwarf_hasattr(die, DW_AT_low_pc) || dwarf_hasattr(die, DW_AT_ranges); }

static bool visit_outer(void *arg, Dwarf_Die *die, int tag, unsigned depth)
{
    (void)depth;
    if (tag == DW_TAG_subprogram && has_code(die))
        add_function(arg, die);
    return true;
}

/* Functions inside others: lambdas, methods of local classes, nested functions of C. */
static bool visit_inner(void *arg, Dwarf_Die *die, int tag, unsigned depth)
{
    switch (tag) {
    case DW_TAG_subprogram:
        if (depth > 0 && has_code(die))
            add_function(arg, die);
        return true;
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_lexical_block:
        return true;
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
        return depth > 0;
    default:
        return false;
    }
}

static const struct interval *find_function(struct tr_unit *unit, uint64_t address)
{
    struct unit_state *state = unit->state;
    if (state->indexed == INDEX_NONE) {
        unit_outline(unit, visit_outer, unit);
        intervals_sort(&state->function_ranges);
        state->indexed = INDEX_OUTER;
    }
    const struct interval *found = intervals_find(&state->function_ranges, address);
    /* Looking into every function takes several times as long, and few addresses need it. */
    if (!found && state->indexed == INDEX_OUTER) {
        struct die_budget budget = {TR_LIMIT_UNIT_DIES};
        unit_walk(unit, &budget, visit_inner, unit);
        intervals_sort(&state->function_ranges);
        state->indexed = INDEX_ALL;
        found = intervals_find(&state->function_ranges, address);
    }
    return found;
}

bool unit_function_at(struct tr_unit *unit, uint64_t address, Dwarf_Die *ret, uint64_t *ret_low, uint64_t *ret_high)
{
    const struct interval *found = find_function(unit, address);
    if (!found)
        return false;
    *ret = unit->state->functions[found->item];
    if (ret_low) {
        *ret_low = found->low;
        *ret_high = found->high;
    }
    return true;
}

/* One step from @p parent towards @p address: into an inlined function, or through blocks that hold one. */
static bool find_inlined(Dwarf_Die *parent, uint64_t address, struct die_budget *budget, unsigned depth,
                         struct tr_function *ret)
{
    Dwarf_Die child;
    if (depth > TR_LIMIT_DIE_DEPTH)
        return false;
    DIE_CHILDREN(parent, child, budget) {
        int tag = dwarf_tag(&child);
        bool is_inlined = tag == DW_TAG_inlined_subroutine;
        if (!is_inlined && tag != DW_TAG_lexical_block && tag != DW_TAG_try_block && tag != DW_TAG_catch_block)
            continue;
        enum die_position position = die_contains(&child, address, &ret->low, &ret->high);
        if (is_inlined && position == DIE_INSIDE) {
            ret->die = child;
            ret->inlined = true;
            return true;
        }
        if (!is_inlined && position != DIE_OUTSIDE && find_inlined(&child, address, budget, depth + 1, ret))
            return true;
    }
    return false;
}

/*
 * The chain from the physical function inwards. Only the innermost @p limit are kept, so that what a frame shows first
 * is never what is lost. @return how many are kept, outermost of them first.
 */
static size_t find_chain(struct tr_unit *unit, uint64_t address, struct tr_function *ret, size_t limit)
{
    struct tr_function function = {.unit = unit};
    struct die_budget budget = {TR_LIMIT_SCOPE_DIES};
    size_t count = 0;
    if (!unit_function_at(unit, address, &function.die, &function.low, &function.high))
        return 0;
    for (unsigned depth = 0; depth < TR_LIMIT_DIE_DEPTH; depth++) {
        if (count == limit) {
            memmove(ret, ret + 1, (limit - 1) * sizeof(*ret));
            count--;
        }
        ret[count++] = function;
        if (!find_inlined(&function.die, address, &budget, 0, &function))
            break;
    }
    return count;
}

/* "take(int, const char *)": as the source spells the types, which a demangled name does not. */
static const char *signature(const struct tr_function *function)
{
    Dwarf_Die die = function->die, origin, child;
    struct tr_arena *arena = dwarf_arena(function->unit->dwarf);
    /* A concrete instance may lack what was optimized away; the abstract one has every parameter. */
    for (unsigned depth = 0; depth < TR_LIMIT_DIE_DEPTH && die_reference(&die, DW_AT_abstract_origin, &origin); depth++)
        die = origin;
    if (!function->name || !die_is_cxx(&die))
        return NULL;
    tr_auto_str struct tr_str text = {0};
    struct die_budget budget = {TR_LIMIT_SCOPE_DIES};
    size_t count = 0;
    tr_str_add_text(&text, function->name);
    tr_str_add_char(&text, '(');
    DIE_CHILDREN(&die, child, &budget) {
        int tag = dwarf_tag(&child);
        bool is_parameter = tag == DW_TAG_formal_parameter && !die_flag(&child, DW_AT_artificial);
        if (!is_parameter && tag != DW_TAG_unspecified_parameters)
            continue;
        Dwarf_Die type;
        tr_str_add_text(&text, count++ ? ", " : "");
        is_parameter = is_parameter && text.size <= TR_LIMIT_TYPE_NAME;
        tr_str_add_text(&text, !is_parameter ? "..." : tr_type_name(arena, tr_type_of(&child, &type) ? &type : NULL));
        if (!is_parameter)
            break;
    }
    tr_str_add_char(&text, ')');
    return tr_arena_strndup(arena, text.bytes, text.size);
}

/*
 * Compilers mark what they declare themselves, gcc also the operator() of a closure. They put its code on the line of the
 * class, but an initializer of a member on its own, which somebody wrote.
 */
static bool is_implicit(struct tr_function *function)
{
    uint64_t declared;
    const char *name = die_flag(&function->die, DW_AT_artificial) ? die_name(&function->die) : NULL;
    return name && strcmp(name, "operator()") != 0 && die_number(&function->die, DW_AT_decl_line, &declared) &&
           (uint64_t)function->line == declared;
}

static void describe(struct tr_function *function)
{
    struct tr_dwarf *dwarf = function->unit->dwarf;
    function->name = die_qualified_name(dwarf, &function->die);
    function->signature = signature(function);
    function->low += dwarf->bias;
    function->high += dwarf->bias;
}

/* Where @p inner was called from is where @p outer is. */
static void place_call(struct tr_function *outer, struct tr_function *inner)
{
    uint64_t file, line, column;
    if (die_number(&inner->die, DW_AT_call_file, &file))
        outer->file = tr_unit_file(outer->unit, file);
    if (die_number(&inner->die, DW_AT_call_line, &line) && line <= INT32_MAX)
        outer->line = (int)line;
    if (die_number(&inner->die, DW_AT_call_column, &column) && column <= INT32_MAX)
        outer->column = (int)column;
}

size_t tr_functions_at(struct tr_dwarf *dwarf, uint64_t address, struct tr_function *ret, size_t limit)
{
    struct tr_unit *unit = limit ? tr_dwarf_unit_at(dwarf, address) : NULL;
    size_t count = unit ? find_chain(unit, address - dwarf->bias, ret, limit) : 0;
    for (size_t i = 0; i < count / 2; i++) {
        struct tr_function swap = ret[i];
        ret[i] = ret[count - 1 - i];
        ret[count - 1 - i] = swap;
    }
    struct tr_line line;
    if (count && tr_line_at(unit, address, &line)) {
        ret[0].file = line.file;
        ret[0].line = line.line;
        ret[0].column = line.column;
    }
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            place_call(&ret[i], &ret[i - 1]);
        describe(&ret[i]);
        ret[i].implicit = is_implicit(&ret[i]);
    }
    return count;
}
