#include "diagnose/access.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/library_call.h"

#include <inttypes.h>
#include <string.h>

enum { NULL_PAGE = 4096 };

static bool contains(const struct tr_evaluated *lvalue, uint64_t address)
{
    uint64_t size = lvalue->size.known && lvalue->size.value > 0 ? (uint64_t)lvalue->size.value : 1;
    return lvalue->address.known && address - lvalue->address.value < size;
}

static bool starts_with(const char *text, char c)
{
    return text && text[strspn(text, " (\t\n")] == c;
}

/* What passes an lvalue on: the access is that of its part. */
static bool is_transparent(const struct tr_evaluated *expression)
{
    static const char *const nodes[] = {"parenthesized_expression", "update_expression", "assignment_expression",
                                        "conditional_expression",   "comma_expression",  "init_declarator",
                                        "expression_statement",     "condition_clause"};
    for (size_t i = 0; i < TR_COUNT(nodes); i++)
        if (strcmp(expression->node, nodes[i]) == 0)
            return true;
    return false;
}

/* sizeof and & compute with an lvalue without touching it. */
static bool is_untouched(const struct tr_facts *facts, const struct tr_evaluated *lvalue)
{
    const struct tr_evaluated *parent = tr_evaluated_parent(facts, lvalue);
    while (parent && strcmp(parent->node, "parenthesized_expression") == 0)
        parent = tr_evaluated_parent(facts, parent);
    return parent && (strcmp(parent->node, "sizeof_expression") == 0 ||
                      (strcmp(parent->node, "pointer_expression") == 0 && starts_with(parent->text, '&')));
}

/* p->a in p->a.b: the smallest access is the whole path. An array in it is no access by itself either. */
static bool is_inside_path(const struct tr_facts *facts, const struct tr_evaluated *lvalue, uint64_t address)
{
    const struct tr_evaluated *parent = tr_evaluated_parent(facts, lvalue);
    return parent && tr_evaluated_inner(facts, parent) == lvalue && (contains(parent, address) || lvalue->elements.known);
}

static struct tr_suspect suspect_of(const struct tr_facts *facts, const struct tr_evaluated *lvalue)
{
    struct tr_suspect suspect = {.access = lvalue};
    const struct tr_evaluated *at = lvalue;
    for (const struct tr_evaluated *base; (base = tr_evaluated_inner(facts, at)); at = base) {
        const struct tr_evaluated *index = tr_evaluated_part(facts, at, "index");
        if (index && !suspect.array) {
            suspect.array = base;
            suspect.array_index = index;
        }
        if (tr_evaluated_is_pointer(base)) {
            suspect.pointer = base;
            suspect.index = at == lvalue ? index : NULL;
            break;
        }
    }
    return suspect;
}

/* ---- choosing among several ---- */

typedef bool keep_fn(const struct tr_facts *facts, const struct tr_suspect *suspect);

/* Keep those for which @p keep holds, unless none does. */
static void prefer(const struct tr_facts *facts, struct tr_suspects *suspects, keep_fn *keep)
{
    struct tr_suspects kept = {.count = 0};
    for (size_t i = 0; i < suspects->count; i++)
        if (keep(facts, &suspects->items[i]))
            kept.items[kept.count++] = suspects->items[i];
    if (kept.count)
        *suspects = kept;
}

/* What a simple assignment only writes; += and ++ read first. */
static bool is_only_written(const struct tr_facts *facts, const struct tr_evaluated *lvalue)
{
    const struct tr_evaluated *parent = tr_evaluated_parent(facts, lvalue);
    if (!parent || strcmp(parent->node, "assignment_expression") != 0 || !tr_evaluated_is(lvalue, "left"))
        return false;
    const char *rest =
        strncmp(parent->text, lvalue->text, strlen(lvalue->text)) == 0 ? parent->text + strlen(lvalue->text) : "";
    rest += strspn(rest, " \t\r\n");
    return rest[0] == '=';
}

static bool fits_access(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    return !fault || !fault->access || (fault->access == TR_ACCESS_WRITE) == is_only_written(facts, suspect->access);
}

/* gcc's columns name the operator of an access, clang's the start of the expression. */
static bool fits_column(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const struct tr_range *range = suspect->access->range;
    if (!frame || !frame->line.known || !frame->column.known || !range || !range->first_column.known)
        return false;
    int64_t line = frame->line.value, column = frame->column.value;
    int64_t last_line = range->last_line.known ? range->last_line.value : range->line.value;
    bool after = line > range->line.value || (line == range->line.value && column >= range->first_column.value);
    bool before =
        line < last_line || (line == last_line && range->last_column.known && column <= range->last_column.value);
    return after && before;
}

/* Every suspect goes through the same pointer: then it does not matter which access it was. */
static bool agree(const struct tr_suspects *suspects)
{
    const struct tr_evaluated *first = suspects->items[0].pointer;
    for (size_t i = 1; i < suspects->count; i++) {
        const struct tr_evaluated *pointer = suspects->items[i].pointer;
        if (!first || !pointer || strcmp(first->text, pointer->text) != 0)
            return false;
    }
    return true;
}

static void narrow(const struct tr_facts *facts, struct tr_suspects *suspects)
{
    if (suspects->count > 1)
        prefer(facts, suspects, fits_access);
    if (suspects->count > 1)
        prefer(facts, suspects, fits_column);
    if (suspects->count > 1 && agree(suspects))
        suspects->count = 1;
}

bool tr_access_is_own(const struct tr_facts *facts)
{
    static const char *const implied[] = {"memcpy", "memmove", "memset"};
    const char *called = tr_facts_called(facts);
    if (!tr_facts_library_frame(facts) || (called && strstr(called, "asan_report_")))
        return true; /* AddressSanitizer reports an access of the caller's */
    bool is_implied = false;
    for (size_t i = 0; called && i < TR_COUNT(implied); i++)
        is_implied = is_implied || strcmp(called, implied[i]) == 0;
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        is_implied = is_implied && !tr_evaluated_is_call(part);
    }
    return is_implied;
}

/* ---- objects that functions are called on ---- */

/* What a method is called on by p->f(): the pointer. */
static const struct tr_evaluated *called_through(const struct tr_facts *facts, const struct tr_evaluated *callee)
{
    const struct tr_evaluated *base = tr_evaluated_is(callee, "callee") ? tr_evaluated_part(facts, callee, "base") : NULL;
    bool is_arrow = base && strstr(callee->text, "->") && base->state == TR_STATE_OK && !callee->address.known;
    /* An empty smart pointer has no word of its own. */
    bool is_empty = is_arrow && base->kind == TR_VALUE_CONTAINER && base->value && strcmp(base->value, "0x0") == 0;
    return is_arrow && (base->word.known || is_empty) ? base : NULL;
}

/* A call through a pointer that leads to within @p reach bytes before the faulting address: to its object. */
static void add_called(const struct tr_facts *facts, const struct tr_evaluated *callee, uint64_t reach,
                       struct tr_suspects *ret)
{
    const struct tr_evaluated *base = called_through(facts, callee);
    if (base && tr_facts_fault(facts)->address.value - base->word.value < reach && ret->count < TR_ACCESS_CANDIDATES)
        ret->items[ret->count++] = (struct tr_suspect){.access = callee, .pointer = base};
}

/* The lvalues of the statement that contain the address; an object of a class counts only with @p whole_objects. */
static void collect(const struct tr_facts *facts, bool whole_objects, struct tr_suspects *ret)
{
    uint64_t address = tr_facts_fault(facts)->address.value;
    TR_EACH(const struct tr_evaluated, lvalue, &facts->report->expressions)
    {
        bool is_whole = lvalue->elements.known && (!whole_objects || lvalue->kind == TR_VALUE_ARRAY);
        bool is_at_null = whole_objects && !lvalue->size.known && lvalue->address.known &&
                          lvalue->address.value <= address && address < NULL_PAGE; /* of a type that is only declared */
        if ((contains(lvalue, address) || is_at_null) && !is_whole && !is_untouched(facts, lvalue) &&
            !is_inside_path(facts, lvalue, address) && !is_transparent(lvalue) && ret->count < TR_ACCESS_CANDIDATES)
            ret->items[ret->count++] = suspect_of(facts, lvalue);
        else /* a virtual call reads the first word of its object, which may be of a type that is only declared */
            add_called(facts, lvalue, whole_objects ? NULL_PAGE : 1, ret);
    }
    narrow(facts, ret);
}

void tr_suspects_find(const struct tr_facts *facts, struct tr_suspects *ret)
{
    ret->count = 0;
    const struct tr_fault *fault = tr_facts_fault(facts);
    if (fault && fault->address.known && tr_access_is_own(facts))
        collect(facts, false, ret);
}

/* delete p: its destructor, or that of a member, read the object; where p leads nothing can be read. */
static void add_deleted(const struct tr_facts *facts, struct tr_suspects *ret)
{
    uint64_t address = tr_facts_fault(facts)->address.value;
    TR_EACH(const struct tr_evaluated, expression, &facts->report->expressions)
    {
        const struct tr_evaluated *pointer =
            tr_evaluated_is_delete(expression) ? tr_evaluated_part(facts, expression, "operand") : NULL;
        char byte;
        if (pointer && pointer->word.known && pointer->word.value && address - pointer->word.value < NULL_PAGE &&
            !tr_facts_read(facts, pointer->word.value, &byte, 1) && ret->count < TR_ACCESS_CANDIDATES)
            ret->items[ret->count++] = (struct tr_suspect){.access = expression, .pointer = pointer};
    }
}

void tr_suspects_find_referred(const struct tr_facts *facts, struct tr_suspects *ret)
{
    ret->count = 0;
    const struct tr_fault *fault = tr_facts_fault(facts);
    const char *called = tr_facts_called(facts);
    bool by_reference = tr_facts_in_implicit(facts) || (called && strncmp(called, "std::", strlen("std::")) == 0);
    if (!fault || !fault->address.known)
        return;
    if (called && strchr(called, '~'))
        add_deleted(facts, ret);
    if (!ret->count && by_reference)
        collect(facts, true, ret);
}

/* ---- arguments of library calls ---- */

/* Whether the program stopped inside the function of the call, as far as its name tells: strtok_r is strtok's code. */
static bool fits_name(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    const struct tr_evaluated *call =
        tr_evaluated_is_call(suspect->access) ? suspect->access : tr_evaluated_parent(facts, suspect->access);
    const char *inside = tr_facts_called(facts), *name = call ? call->callee : NULL;
    name = name ? tr_library_name(facts->arena, name) : NULL;
    return inside && name && (strncmp(inside, name, strlen(name)) == 0 || strncmp(name, inside, strlen(inside)) == 0);
}

/* The array inside of an argument "a ? b : c" whose address the argument is. */
static const struct tr_evaluated *chosen_array(const struct tr_facts *facts, const struct tr_evaluated *argument)
{
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        const struct tr_evaluated *up = part;
        while (up && up != argument)
            up = tr_evaluated_parent(facts, up);
        if (up && part != argument && part->elements.known && part->address.known && argument->word.known &&
            part->address.value == argument->word.value)
            return part;
    }
    return argument;
}

/* The pointer that an address which is no pointer of its own was computed from: p of &p->x, p->text, p + 1. */
static struct tr_suspect behind(const struct tr_facts *facts, const struct tr_evaluated *call,
                                const struct tr_evaluated *argument)
{
    struct tr_suspect suspect = {.access = call, .pointer = argument};
    const struct tr_evaluated *lvalue = argument->elements.known ? chosen_array(facts, argument) : NULL;
    if (strcmp(argument->node, "pointer_expression") == 0 && starts_with(argument->text, '&'))
        lvalue = tr_evaluated_part(facts, argument, "operand");
    if (lvalue) {
        struct tr_suspect inside = suspect_of(facts, lvalue);
        return inside.pointer ? inside : suspect;
    }
    const struct tr_evaluated *left = tr_evaluated_part(facts, argument, "left");
    if (strcmp(argument->node, "binary_expression") == 0 && left && tr_evaluated_is_pointer(left)) {
        suspect.access = argument;
        suspect.pointer = left;
    }
    return suspect;
}

static bool is_address(const struct tr_evaluated *argument)
{
    return tr_evaluated_is_pointer(argument) || (argument->elements.known && argument->word.known);
}

/* What is copied is only read, and where it goes to is only written. */
static bool fits_direction(const struct tr_facts *facts, const struct tr_evaluated *call, int64_t argument)
{
    static const char *const copiers[] = {"memcpy", "memmove", "mempcpy", "strcpy", "strncpy", "stpcpy"};
    const struct tr_fault *fault = tr_facts_fault(facts);
    const char *name = call->callee ? tr_library_name(facts->arena, call->callee) : "";
    for (size_t i = 0; i < TR_COUNT(copiers); i++)
        if (strcmp(copiers[i], name) == 0 && fault->access)
            return (fault->access == TR_ACCESS_WRITE) == (argument == 0);
    return true;
}

/* strcpy(to, "abc") and the like become a few moves of the caller's own. */
static bool may_be_expanded(const struct tr_evaluated *call, const struct tr_evaluated *argument)
{
    return call && call->callee && argument->argument.known &&
           tr_library_wants(call->callee, (int)argument->argument.value);
}

/* String functions read the whole aligned block of memory that the text begins in: the fault may lie in front of it. */
static uint64_t first_read(const struct tr_facts *facts, const struct tr_evaluated *argument)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    bool may_begin_before = fault->size.known && fault->size.value >= 16 && tr_facts_library_frame(facts);
    return may_begin_before ? argument->word.value & ~((uint64_t)fault->size.value - 1) : argument->word.value;
}

void tr_suspects_find_arguments(const struct tr_facts *facts, uint64_t reach, struct tr_suspects *ret)
{
    ret->count = 0;
    const struct tr_fault *fault = tr_facts_fault(facts);
    bool is_expanded = !tr_facts_library_frame(facts);
    if (!fault || !fault->address.known)
        return;
    TR_EACH(const struct tr_evaluated, argument, &facts->report->expressions)
    {
        const struct tr_evaluated *call = tr_evaluated_parent(facts, argument);
        if (is_expanded && !may_be_expanded(call, argument))
            continue;
        if (!tr_evaluated_is(argument, "argument") || !argument->argument.known || !call ||
            !tr_evaluated_is_call(call) || !is_address(argument) ||
            fault->address.value - first_read(facts, argument) >= reach || ret->count == TR_ACCESS_CANDIDATES ||
            !fits_direction(facts, call, argument->argument.value))
            continue;
        bool may_be_null = call->callee && tr_library_known(call->callee) &&
                           !tr_library_wants(call->callee, (int)argument->argument.value);
        if (argument->word.value != 0 || !may_be_null)
            ret->items[ret->count++] = behind(facts, call, argument);
    }
    if (ret->count > 1)
        prefer(facts, ret, fits_name);
    if (ret->count > 1)
        prefer(facts, ret, fits_column);
    if (ret->count > 1 && agree(ret))
        ret->count = 1;
}

/* ---- telling ---- */

static void add_step(const struct tr_facts *facts, const struct tr_suspect *suspect, uint64_t offset,
                     struct tr_str *str)
{
    const struct tr_evaluated *access = suspect->access;
    bool direct = tr_evaluated_inner(facts, access) == suspect->pointer;
    if (direct && access->member_offset.known && (uint64_t)access->member_offset.value == offset && offset) {
        const char *dot = strrchr(access->text, '>'), *other = strrchr(access->text, '.');
        const char *member = dot && (!other || dot > other) ? dot + 1 : other ? other + 1 : access->text;
        tr_str_printf(str, " + %" PRIu64 " (offset of ", offset);
        tr_str_add_name(str, member + strspn(member, " \t"));
        tr_str_add_char(str, ')');
    } else if (suspect->index && suspect->index->value && access->size.known && !access->member_offset.known) {
        tr_str_add_text(str, " + ");
        tr_str_add_text(str, tr_facts_value(facts, suspect->index->value));
        tr_str_add_text(str, " (");
        tr_str_add_name(str, suspect->index->text);
        tr_str_printf(str, ") * %" PRId64, access->size.value);
    } else if (offset) {
        tr_str_printf(str, " %c %" PRIu64 " (to ", (int64_t)offset < 0 ? '-' : '+',
                      (int64_t)offset < 0 ? 0 - offset : offset);
        tr_str_add_name(str, access->text);
        tr_str_add_char(str, ')');
    }
}

/* "0x0 (p) + 8 (offset of next) = 0x8"; the pointer alone where nothing is added to it. @return whether that is so. */
static bool add_sum(const struct tr_facts *facts, const struct tr_suspect *suspect, uint64_t at, struct tr_str *str)
{
    const struct tr_evaluated *pointer = suspect->pointer;
    uint64_t offset = at - pointer->word.value;
    tr_str_printf(str, "0x%" PRIx64 " (", pointer->word.value);
    tr_str_add_name(str, pointer->text);
    tr_str_add_char(str, ')');
    size_t before = str->size;
    if (!tr_evaluated_is_call(suspect->access) && !tr_evaluated_is_delete(suspect->access))
        add_step(facts, suspect, offset, str);
    else if (offset)
        tr_str_printf(str, " %c %" PRIu64, (int64_t)offset < 0 ? '-' : '+', (int64_t)offset < 0 ? 0 - offset : offset);
    if (str->size == before)
        return true;
    tr_str_printf(str, " = 0x%" PRIx64, at);
    return false;
}

const char *tr_suspect_proof(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    const struct tr_evaluated *access = suspect->access;
    uint64_t at = access->address.known ? access->address.value : fault->address.value;
    bool is_plain = true;
    tr_auto_str struct tr_str proof = {0};
    if (suspect->pointer) {
        is_plain = add_sum(facts, suspect, at, &proof);
    } else {
        tr_str_printf(&proof, "0x%" PRIx64 " (address of ", at);
        tr_str_add_name(&proof, access->text);
        tr_str_add_char(&proof, ')');
    }
    if (at != fault->address.value)
        tr_str_printf(&proof, "%s + %" PRIu64 " = 0x%" PRIx64, is_plain ? "" : ";", fault->address.value - at,
                      fault->address.value);
    tr_str_add_text(&proof, is_plain && at == fault->address.value ? " is the faulting address" : ", the faulting address");
    if (fault->access && fault->size.known)
        tr_str_printf(&proof, " (%s of %" PRId64 " byte%s)", tr_words_text(&tr_words_access, fault->access),
                      fault->size.value, fault->size.value == 1 ? "" : "s");
    return tr_arena_strdup(facts->arena, tr_str_text(&proof));
}

void tr_suspects_add_ambiguous(const struct tr_facts *facts, const struct tr_suspects *suspects,
                               struct tr_finding *finding)
{
    const struct tr_evaluated *whole = suspects->items[0].access;
    for (const struct tr_evaluated *up; (up = tr_evaluated_parent(facts, whole));)
        whole = up;
    finding->expression = tr_evaluated_expression(facts, whole, NULL, 0);
    for (size_t i = 0; i < suspects->count; i++) {
        const struct tr_suspect *suspect = &suspects->items[i];
        tr_list_add(facts->arena, &finding->expression->ambiguous,
                    (void *)(suspect->pointer ? suspect->pointer : suspect->access)->text);
    }
}
