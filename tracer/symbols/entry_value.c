/*
 * Values at function entry, from the call site in the caller (DWARF 5, 3.4). Without a check of who called whom they
 * are wrong when a tail call came between: the call site must name this very function, and it must not be able to
 * tail-call itself. gdb checks the same.
 */
#include "symbols/dwarf_internal.h"
#include "symbols/expression.h"

#include "base/limits.h"

#include <string.h>

static const char unknown[] = "the value at function entry is not known";

static bool is_call_site(int tag) { return tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site; }

/* Call sites lie in the blocks and inlined functions that they belong to. */
static bool is_container(int tag)
{
    return tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_try_block
           || tag == DW_TAG_catch_block;
}

typedef bool call_site_fn(void *arg, Dwarf_Die *site);

/* Visit all call sites below @p scope until @p visit returns false. @return whether none did. */
static bool each_call_site(Dwarf_Die *scope, struct die_budget *budget, unsigned depth, call_site_fn *visit, void *arg)
{
    Dwarf_Die child;
    if (depth > TR_LIMIT_DIE_DEPTH)
        return true;
    DIE_CHILDREN(scope, child, budget) {
        int tag = dwarf_tag(&child);
        if (is_call_site(tag) && !visit(arg, &child))
            return false;
        if (is_container(tag) && !each_call_site(&child, budget, depth + 1, visit, arg))
            return false;
    }
    return true;
}

static bool return_address(Dwarf_Die *site, uint64_t *ret)
{
    Dwarf_Attribute found;
    Dwarf_Addr address;
    bool has = dwarf_attr(site, DW_AT_call_return_pc, &found) || dwarf_attr(site, DW_AT_low_pc, &found);
    if (!has || dwarf_formaddr(&found, &address) != 0)
        return false;
    *ret = address;
    return true;
}

struct return_search {
    uint64_t address;
    Dwarf_Die found;
};

static bool match_return(void *arg, Dwarf_Die *site)
{
    struct return_search *search = arg;
    uint64_t address;
    if (!return_address(site, &address) || address != search->address)
        return true;
    search->found = *site;
    return false;
}

static bool call_origin(Dwarf_Die *site, Dwarf_Die *ret)
{
    return die_reference(site, DW_AT_call_origin, ret) || die_reference(site, DW_AT_abstract_origin, ret);
}

static const char *linkage_or_name(Dwarf_Die *die)
{
    Dwarf_Attribute found;
    const char *name = dwarf_attr_integrate(die, DW_AT_linkage_name, &found) ? dwarf_formstring(&found) : NULL;
    return name ? name : die_name(die);
}

static bool leads_to(Dwarf_Die from, const void *address)
{
    for (unsigned depth = 0; depth < TR_LIMIT_DIE_DEPTH; depth++) {
        Dwarf_Die origin;
        if (from.addr == address)
            return true;
        if (!die_origin(&from, &origin))
            return false;
        from = origin;
    }
    return false;
}

/* One function has several DIEs: abstract, concrete, declared in a class, declared in another unit. */
static bool same_function(Dwarf_Die *a, Dwarf_Die *b)
{
    Dwarf_Die origin = *b;
    for (unsigned depth = 0; depth < TR_LIMIT_DIE_DEPTH; depth++) {
        Dwarf_Die next;
        if (leads_to(*a, origin.addr))
            return true;
        if (!die_origin(&origin, &next))
            break;
        origin = next;
    }
    const char *a_name = linkage_or_name(a), *b_name = linkage_or_name(b);
    return a_name && b_name && strcmp(a_name, b_name) == 0 && die_flag(a, DW_AT_external)
           && die_flag(b, DW_AT_external);
}

static bool is_tail_call(Dwarf_Die *site)
{
    return die_flag(site, DW_AT_call_tail_call) || die_flag(site, DW_AT_GNU_tail_call);
}

static bool is_no_tail_call(void *arg, Dwarf_Die *site)
{
    (void)arg;
    return !is_tail_call(site);
}

struct tail_check {
    struct tr_unit *unit;
    Dwarf_Die *function;
    struct die_budget *budget;
};

/* Code of the function that @p origin names, if this unit has it. */
static bool find_body(struct tr_unit *unit, Dwarf_Die *origin, Dwarf_Die *ret)
{
    for (size_t i = 0; i < unit->state->function_count; i++) {
        if (same_function(origin, &unit->state->functions[i])) {
            *ret = unit->state->functions[i];
            return true;
        }
    }
    return false;
}

/* A tail call to a function of this unit that itself makes none, or to a function elsewhere, cannot come back here. */
static bool is_harmless(void *arg, Dwarf_Die *site)
{
    const struct tail_check *check = arg;
    Dwarf_Die origin, body;
    if (!is_tail_call(site))
        return true;
    if (!call_origin(site, &origin) || same_function(&origin, check->function))
        return false;
    return !find_body(check->unit, &origin, &body) || each_call_site(&body, check->budget, 0, is_no_tail_call, NULL);
}

static bool is_register_operation(const Dwarf_Op *operation, uint64_t number)
{
    if (operation->atom == DW_OP_regx)
        return operation->number == number;
    return operation->atom >= DW_OP_reg0 && operation->atom <= DW_OP_reg31 && operation->atom == DW_OP_reg0 + number;
}

/* An argument of a call: what @parameter declares, which the call no longer passes, or when NULL what @number holds. */
struct argument {
    Dwarf_Die *parameter;
    uint64_t number;
};

static bool is_argument(Dwarf_Die *described, const struct argument *argument)
{
    Dwarf_Attribute location;
    Dwarf_Die parameter;
    Dwarf_Op *operations;
    size_t count;
    if (argument->parameter)
        return (die_reference(described, DW_AT_call_parameter, &parameter)
                || die_reference(described, DW_AT_abstract_origin, &parameter))
               && parameter.addr == argument->parameter->addr;
    return dwarf_attr(described, DW_AT_location, &location) && dwarf_getlocation(&location, &operations, &count) == 0
           && count == 1 && is_register_operation(&operations[0], argument->number);
}

static bool find_argument(Dwarf_Die *site, const struct argument *argument, struct die_budget *budget, Dwarf_Die *ret)
{
    Dwarf_Die child;
    DIE_CHILDREN(site, child, budget) {
        int tag = dwarf_tag(&child);
        if ((tag == DW_TAG_call_site_parameter || tag == DW_TAG_GNU_call_site_parameter)
            && is_argument(&child, argument)) {
            *ret = child;
            return true;
        }
    }
    return false;
}

static bool call_expression(struct evaluation *outer, Dwarf_Attribute *attribute, uint64_t *ret)
{
    Dwarf_Op *operations;
    size_t count;
    return dwarf_getlocation(attribute, &operations, &count) == 0
           && expression_value(outer, attribute, operations, count, ret);
}

/* A call through a pointer names no function: the pointer, where the caller still has it, must lead to this one's entry. */
static bool leads_to_entry(struct evaluation *outer, Dwarf_Die *site, const struct tr_unit *unit, Dwarf_Die *function)
{
    Dwarf_Attribute target;
    Dwarf_Addr entry;
    uint64_t address;
    return (dwarf_attr(site, DW_AT_call_target, &target) || dwarf_attr(site, DW_AT_GNU_call_site_target, &target))
           && call_expression(outer, &target, &address) && dwarf_entrypc(function, &entry) == 0
           && address == entry + unit->dwarf->bias;
}

/* The call that @p outer's frame is in, if it is a call of @p function. */
static bool find_call(struct evaluation *outer, const struct tr_unit *callee, Dwarf_Die *function,
                      struct die_budget *budget, Dwarf_Die *ret)
{
    const struct tr_frame_context *caller = outer->frame;
    Dwarf_Die caller_function, origin;
    struct tr_unit *unit;
    if (!frame_function(caller, &unit, &caller_function, NULL, NULL))
        return false;
    struct return_search search = {.address = caller->pc - unit->dwarf->bias};
    if (each_call_site(&caller_function, budget, 0, match_return, &search) || is_tail_call(&search.found))
        return false;
    outer->dwarf = unit->dwarf;
    *ret = search.found;
    return call_origin(&search.found, &origin) ? same_function(&origin, function)
                                               : leads_to_entry(outer, &search.found, callee, function);
}

static bool argument_value(struct evaluation *evaluation, const struct argument *argument, uint64_t *ret)
{
    struct die_budget budget = {TR_LIMIT_SCOPE_DIES};
    const struct tr_frame_context *frame = evaluation->frame, *caller = frame ? frame->caller : NULL;
    struct tr_unit *unit;
    Dwarf_Die function, site, parameter;
    Dwarf_Attribute value;
    /* A frame that was interrupted, not called, by a signal has no call site. */
    if (!caller || caller->lookup_pc == caller->pc || !frame_function(frame, &unit, &function, NULL, NULL))
        return evaluation_fail(evaluation, unknown);
    struct tail_check check = {unit, &function, &budget};
    if (!each_call_site(&function, &budget, 0, is_harmless, &check))
        return evaluation_fail(evaluation, unknown);
    if (!argument->parameter && main_argument(frame, unit, &function, argument->number, ret))
        return true;
    struct evaluation outer = {.frame = caller, .depth = evaluation->depth, .operations = evaluation->operations};
    bool ok = find_call(&outer, unit, &function, &budget, &site) && find_argument(&site, argument, &budget, &parameter)
              && (dwarf_attr(&parameter, DW_AT_call_value, &value)
                  || dwarf_attr(&parameter, DW_AT_GNU_call_site_value, &value))
              && call_expression(&outer, &value, ret);
    evaluation->operations = outer.operations;
    return ok || evaluation_fail(evaluation, unknown);
}

bool entry_value(struct evaluation *evaluation, uint64_t number, uint64_t *ret)
{
    return argument_value(evaluation, &(struct argument){.number = number}, ret);
}

bool parameter_value(struct evaluation *evaluation, Dwarf_Die *parameter, uint64_t *ret)
{
    return argument_value(evaluation, &(struct argument){.parameter = parameter}, ret);
}
