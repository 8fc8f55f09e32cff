#include "analysis/stack_arrays.h"

#include "analysis/source.h"
#include "analysis/user_code.h"
#include "base/limits.h"
#include "diagnose/abort_text.h"
#include "symbols/type.h"

#include <string.h>

enum {
    INLINE_DEPTH = 32, /* of one address; deeper ones are not looked at */
    MEMBER_DEPTH = 2,  /* arrays in structs in structs */
};

struct collecting {
    struct tr_analysis *analysis;
    const struct tr_valued_frame *valued;
    const struct tr_function *physical;
    const struct tr_image *image;
    size_t members_left; /* of all structs together */
    bool is_cut;
};

/* An array, or what holds one, on its way into the report. */
struct holder {
    const char *path;
    uint64_t address; /* 0 when unknown */
    int line;         /* of the declaration, 0 when unknown */
    struct tr_location *function;
    const char *inlined_into;
};

static void add_array(struct collecting *collecting, const struct holder *holder, Dwarf_Die *type, Dwarf_Die *whole)
{
    struct tr_arena *arena = collecting->analysis->arena;
    struct tr_list *arrays = &collecting->analysis->report->stack_arrays;
    uint64_t size;
    bool has_size = tr_type_size(whole, &size);
    if (has_size && !size)
        return;
    if (arrays->count == TR_LIMIT_STACK_ARRAYS) {
        collecting->is_cut = true;
        return;
    }
    struct tr_stack_array *array = tr_list_new(arena, arrays, struct tr_stack_array);
    *array = (struct tr_stack_array){
        .path = holder->path,
        .type = tr_type_name(arena, type),
        .size = {has_size && size <= INT64_MAX, (int64_t)size},
        .address = {holder->address != 0, holder->address},
        .line = {holder->line > 0, holder->line},
        .location = holder->function,
        .inlined_into = holder->inlined_into,
    };
}

static bool is_aggregate(int tag)
{
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

static void add_members(struct collecting *collecting, const struct holder *holder, Dwarf_Die *type, int depth);

static void add(struct collecting *collecting, const struct holder *holder, Dwarf_Die *type, int depth)
{
    Dwarf_Die whole;
    if (!tr_type_strip(type, &whole))
        return;
    int tag = dwarf_tag(&whole);
    /* The library's classes keep their arrays to themselves, but for this one. */
    const char *name = is_aggregate(tag) ? tr_type_name(collecting->analysis->arena, &whole) : "";
    if (tag == DW_TAG_array_type || strncmp(name, "std::array<", strlen("std::array<")) == 0)
        add_array(collecting, holder, type, &whole);
    else if (is_aggregate(tag) && strncmp(name, "std::", strlen("std::")) != 0 && depth < MEMBER_DEPTH)
        add_members(collecting, holder, &whole, depth);
}

static void add_members(struct collecting *collecting, const struct holder *holder, Dwarf_Die *type, int depth)
{
    Dwarf_Die member, member_type;
    tr_type_complete(collecting->physical->unit->dwarf, type);
    for (int more = dwarf_child(type, &member); more == 0; more = dwarf_siblingof(&member, &member)) {
        if (!collecting->members_left) {
            collecting->is_cut = true;
            return;
        }
        collecting->members_left--;
        if (dwarf_tag(&member) != DW_TAG_member || !tr_type_of(&member, &member_type))
            continue;
        const char *name = dwarf_diename(&member);
        Dwarf_Attribute place;
        Dwarf_Word offset = 0; /* a union's members have no place of their own */
        bool is_placed = !dwarf_attr_integrate(&member, DW_AT_data_member_location, &place) ||
                         dwarf_formudata(&place, &offset) == 0;
        struct holder inner = *holder;
        if (name) /* not an anonymous struct or union */
            inner.path = tr_arena_printf(collecting->analysis->arena, "%s.%s", holder->path, name);
        inner.address = holder->address && is_placed ? holder->address + offset : 0;
        add(collecting, &inner, &member_type, depth + 1);
    }
}

/* Whether the guarded stack frame can hold the variable; its address there, or 0 when that is not known. */
static bool is_in_frame(const struct collecting *collecting, const struct tr_function *owner, Dwarf_Die *die,
                        uint64_t *ret_address)
{
    const struct tr_frame_context *context = collecting->valued->context;
    struct tr_place place;
    if (!dwarf_hasattr_integrate(die, DW_AT_location))
        return false;
    tr_locate_variable(die, owner, context, &place);
    *ret_address = place.type == TR_PLACE_MEMORY ? place.address : 0;
    if (place.type == TR_PLACE_NONE)
        return true; /* a list of places that ends before the pc */
    bool has_bounds = context->cfa && context->known & 1u << TR_DWARF_RSP;
    return place.type == TR_PLACE_MEMORY &&
           (!has_bounds || (place.address >= context->registers[TR_DWARF_RSP] && place.address < context->cfa));
}

static bool visit(void *arg, const struct tr_function *owner, const struct tr_scope_variable *variable, bool is_in_scope)
{
    struct collecting *collecting = arg;
    struct tr_analysis *analysis = collecting->analysis;
    Dwarf_Die die = variable->die, owner_die = owner->die, type;
    bool is_shown = is_in_scope && owner_die.addr == collecting->valued->function.die.addr;
    struct holder holder = {.path = variable->name, .line = variable->declared_line};
    if (is_shown || !tr_type_of(&die, &type) || !is_in_frame(collecting, owner, &die, &holder.address))
        return true;
    const char *file = tr_declared_file(owner->unit, &owner_die);
    /* Debug information need not tell of a file; only one that is known to be the library's makes it none of the user's. */
    if (file && !tr_user_code(analysis, collecting->image, file, owner->name))
        return true;
    int line;
    bool has_line = file && dwarf_decl_line(&owner_die, &line) == 0 && line > 0;
    holder.function = tr_arena_new(analysis->arena, struct tr_location);
    holder.function->function = owner->name;
    holder.function->file = file ? tr_source_shown(analysis, file) : NULL;
    holder.function->line = (struct tr_number){has_line, has_line ? line : 0};
    if (owner->inlined)
        holder.inlined_into = collecting->physical->name ? collecting->physical->name : "another function";
    add(collecting, &holder, &type, 0);
    return true;
}

static const struct tr_valued_frame *guarded_frame(const struct tr_analysis *analysis, const struct tr_facts *facts)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    TR_EACH(const struct tr_valued_frame, valued, &analysis->valued_frames)
    {
        if (valued->frame == frame)
            return valued;
    }
    return NULL;
}

void tr_analysis_stack_arrays(struct tr_analysis *analysis, const struct tr_facts *facts)
{
    struct tr_abort_text text;
    struct tr_function functions[INLINE_DEPTH];
    bool is_guard = tr_abort_text_kind(facts, &text) && text.kind == TR_KIND_STACK_BUFFER_OVERFLOW;
    const struct tr_valued_frame *valued = is_guard ? guarded_frame(analysis, facts) : NULL;
    if (!valued)
        return;
    uint64_t pc = valued->context->lookup_pc;
    struct tr_image *image = tr_images_find(analysis->images, pc);
    size_t count = image ? tr_functions_at(tr_image_dwarf(image), pc, functions, INLINE_DEPTH) : 0;
    if (!count || functions[count - 1].inlined)
        return;
    struct collecting collecting = {.analysis = analysis, .valued = valued, .physical = &functions[count - 1],
                                    .image = image, .members_left = TR_LIMIT_TYPE_ENTRIES};
    if (!tr_function_variables(collecting.physical, pc, visit, &collecting))
        collecting.is_cut = true;
    if (!collecting.is_cut)
        return;
    analysis->report->stack_arrays_cut = TR_TRUE;
    tr_analysis_incomplete(analysis, "diagnosis", "not all arrays of the function whose guard value changed were looked at");
}
