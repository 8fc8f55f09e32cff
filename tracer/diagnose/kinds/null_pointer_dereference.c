#include "diagnose/kind.h"

#include "base/utf8.h"
#include "diagnose/address.h"
#include "diagnose/failed_call.h"
#include "diagnose/given.h"
#include "diagnose/library_call.h"
#include "diagnose/map_element.h"
#include "diagnose/pointer.h"
#include "diagnose/unknown_pointer.h"
#include "diagnose/value_source.h"

#include <inttypes.h>
#include <string.h>

enum {
    PAGE = 4096,          /* a fault below: nothing else than NULL and an offset leads there */
    LARGE_OBJECT = 65536, /* NULL and the offset of a member, at most */
};

static void summarize_access(const struct tr_facts *facts, const struct tr_suspect *suspect, struct tr_finding *finding)
{
    tr_auto_str struct tr_str summary = {0};
    tr_str_add_name(&summary, suspect->pointer->text);
    tr_str_add_text(&summary, " is NULL");
    tr_evaluated_add_indexes(facts, suspect->access, &summary);
    tr_str_printf(&summary, " at %s, so ", tr_facts_place(facts));
    tr_str_add_name(&summary, suspect->access->text);
    tr_str_printf(&summary, " cannot be %s", tr_suspect_participle(facts, suspect));
    finding->summary = tr_arena_strdup(facts->arena, tr_str_text(&summary));
}

static const char *called_name(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    const char *name = suspect->access->callee ? suspect->access->callee : tr_facts_called(facts);
    return name ? tr_library_name(facts->arena, name) : NULL;
}

static void summarize_argument(const struct tr_facts *facts, const struct tr_suspect *suspect,
                               struct tr_finding *finding)
{
    const char *function = called_name(facts, suspect);
    int64_t argument = suspect->pointer->argument.value;
    const char *wants = function ? tr_library_wants(function, (int)argument) : NULL;
    tr_auto_str struct tr_str summary = {0};
    tr_str_add_name(&summary, suspect->pointer->text);
    tr_str_printf(&summary, " is NULL at %s, but %s needs %s as its argument %" PRId64, tr_facts_place(facts),
                  function ? tr_facts_name(facts, function) : "the function", wants ? wants : "a pointer",
                  argument + 1);
    finding->summary = tr_arena_strdup(facts->arena, tr_str_text(&summary));
}

static void summarize_unproved(const struct tr_facts *facts, const struct tr_culprit *culprit,
                               struct tr_finding *finding)
{
    uint64_t address = tr_facts_fault(facts)->address.value;
    const char *place = tr_facts_place(facts), *called = tr_facts_called(facts);
    const char *inside = called ? tr_arena_printf(facts->arena, " inside %s", tr_facts_name(facts, called)) : "";
    if (culprit->variable)
        finding->summary =
            tr_arena_printf(facts->arena, "%s is NULL at %s, and was used there%s (address 0x%" PRIx64 ")",
                            tr_facts_name(facts, culprit->variable->name), place, inside, address);
    else if (called && address)
        finding->summary = tr_arena_printf(
            facts->arena, "address 0x%" PRIx64 ", a small number or NULL and an offset, cannot be %s at %s%s", address,
            tr_fault_participle(facts), place, inside);
    else
        finding->summary =
            tr_arena_printf(facts->arena, "a NULL pointer was used at %s%s: address 0x%" PRIx64 " cannot be %s", place,
                            inside, address, tr_fault_participle(facts));
}

/* The rest of the statement that names the culprit says what it is: "all[i]->name" is called name in assignments too.
 */
static void find_cause(const struct tr_facts *facts, const char *name, const char *type, struct tr_finding *finding)
{
    bool assigned, is_stream = type && strstr(type, "FILE") != NULL;
    const struct tr_syscall *call = tr_failed_call_behind(facts, name, is_stream, &assigned);
    if (call)
        tr_failed_call_tell(facts, call, name, assigned, finding);
    else
        tr_source_of_tell(facts, name, "NULL", finding);
}

static void advise(const struct tr_facts *facts, const char *name, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const struct tr_variable *count = strncmp(name, "argv[", 5) == 0 && frame ? tr_variable_named(frame, "argc") : NULL;
    finding->hint = tr_arena_printf(
        facts->arena,
        "find why %s is NULL here: never set, or the result of something that failed or found nothing; a test for NULL "
        "at this line mends it only if NULL may rightly come here",
        tr_facts_name(facts, name));
    if (!count || !count->value)
        return;
    finding->hint = tr_arena_printf(facts->arena,
                                    "the program was given no such argument (argc is %s): test argc before %s is used",
                                    tr_facts_name(facts, count->value), tr_facts_name(facts, name));
    tr_finding_add(facts, finding, tr_variable_ref(facts, frame, count),
                   "argc is %s, so the last of the arguments is argv[argc - 1]", tr_facts_name(facts, count->value));
}

/* C++: an implicit this->, or a reference that was made from *NULL. */
static bool is_hidden_null(const struct tr_suspect *suspect)
{
    return suspect && !suspect->pointer && suspect->access->address.known &&
           suspect->access->address.value < LARGE_OBJECT;
}

/* What the path of an lvalue begins with: r of r.a[0]. */
static const struct tr_evaluated *root_of(const struct tr_facts *facts, const struct tr_evaluated *lvalue)
{
    for (const struct tr_evaluated *base; (base = tr_evaluated_part(facts, lvalue, "base"));)
        lvalue = base;
    return lvalue;
}

/* The operand that holds the NULL: this, a smart pointer that is empty, a reference. NULL when none is known for
 * certain. */
static struct tr_operand *hidden_culprit(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const struct tr_variable *self = frame ? tr_variable_named(frame, "this") : NULL;
    const struct tr_evaluated *base = tr_evaluated_part(facts, suspect->access, "base"),
                              *root = root_of(facts, suspect->access);
    bool is_name = strcmp(root->node, "identifier") == 0,
         is_variable = is_name && frame && tr_variable_named(frame, root->text);
    struct tr_word value = self ? tr_variable_pointer(self) : (struct tr_word){0};
    struct tr_operand *operand = tr_arena_new(facts->arena, struct tr_operand);
    bool is_result = tr_evaluated_is_call(suspect->access) && suspect->access->address.value == 0;
    if (is_result)
        *operand = (struct tr_operand){.text = suspect->access->text, .type = suspect->access->type, .value = "0x0"};
    else if (base && base->value && strcmp(base->value, "0x0") == 0)
        *operand = (struct tr_operand){.text = base->text, .type = base->type, .value = base->value};
    else if (value.known && value.value == 0 && (!base || is_name) && !is_variable)
        *operand = (struct tr_operand){.text = "this", .type = self->type, .value = self->value};
    else if (is_name && root->address.known && root->address.value == 0)
        *operand = (struct tr_operand){.text = root->text, .type = root->type, .value = "0x0"};
    else
        return NULL;
    operand->role = TR_ROLE_CULPRIT;
    return operand;
}

/* A reference has the address 0; an empty smart pointer has one of its own, and holds 0. */
static bool is_bound(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    const struct tr_evaluated *root = root_of(facts, suspect->access);
    return root->address.known && root->address.value == 0;
}

static void drop_operand(struct tr_list *operands, const char *text)
{
    for (size_t i = 0; i < operands->count; i++)
        if (strcmp(tr_list_at(operands, struct tr_operand, i)->text, text) == 0) {
            tr_list_remove(operands, i);
            return;
        }
}

/* "main called Account::deposit on b, which is NULL, at main.cpp:10" */
static const char *called_on(const struct tr_facts *facts, const struct tr_frame *frame)
{
    struct tr_given given;
    const char *function = frame->function ? tr_facts_name(facts, frame->function) : "the function";
    if (!tr_given_object(facts, &given))
        return tr_arena_printf(facts->arena, "%s was called on a NULL pointer", function);
    return tr_arena_printf(facts->arena, "%s called %son %s, which is NULL, at %s",
                           tr_facts_name(facts, tr_facts_frame(&given.caller)->function),
                           given.caller.callers == facts->callers + 1 ? tr_arena_printf(facts->arena, "%s ", function) : "a member function ",
                           tr_facts_name(facts, given.text), tr_facts_place(&given.caller));
}

static void tell_hidden(const struct tr_facts *facts, const struct tr_suspect *suspect, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const char *access = tr_facts_name(facts, suspect->access->text), *place = tr_facts_place(facts);
    struct tr_operand *operand = hidden_culprit(facts, suspect);
    finding->expression = tr_evaluated_expression(facts, suspect->access, NULL, 0);
    if (!operand) {
        finding->summary =
            tr_arena_printf(facts->arena, "%s at %s refers to what a NULL pointer points to, so it cannot be %s",
                            access, place, tr_fault_participle(facts));
        finding->confidence = TR_CONFIDENCE_LIKELY;
        return;
    }
    drop_operand(&finding->expression->operands, operand->text);
    tr_list_insert(facts->arena, &finding->expression->operands, 0, operand);
    const char *name = tr_facts_name(facts, operand->text);
    if (tr_evaluated_is_call(suspect->access)) {
        finding->summary = tr_arena_printf(facts->arena, "%s returned a reference to what a NULL pointer points to, at %s, so it "
                                                         "cannot be %s",
                                           access, place, tr_fault_participle(facts));
        finding->hint = "look in that function at the pointer that it follows, and in the values of the line at what it was "
                        "called on: was it empty?";
    } else if (strcmp(operand->text, "this") == 0) {
        finding->summary = tr_arena_printf(facts->arena, "this is NULL at %s, so %s cannot be %s: %s", place, access,
                                           tr_fault_participle(facts), called_on(facts, frame));
        finding->hint = "look in the caller's frame at the pointer that the function was called on";
        tr_source_of_tell(facts, "this", "NULL", finding);
    } else if (strcmp(operand->text, root_of(facts, suspect->access)->text) == 0 && is_bound(facts, suspect)) {
        finding->summary = tr_arena_printf(
            facts->arena, "%s is a reference to what a NULL pointer points to, so %s cannot be %s at %s", name,
            strcmp(operand->text, suspect->access->text) == 0 ? "it" : access, tr_fault_participle(facts), place);
        finding->hint = "look in the callers for the pointer that was dereferenced to make that reference";
    } else {
        finding->summary = tr_arena_printf(facts->arena, "%s is NULL at %s, so %s cannot be %s", name, place, access,
                                           tr_fault_participle(facts));
        advise(facts, operand->text, finding);
        tr_source_of_tell(facts, operand->text, "NULL", finding);
    }
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    uint64_t at = suspect->access->address.value, address = tr_facts_fault(facts)->address.value;
    bool is_result = tr_evaluated_is_call(suspect->access);
    finding->proof =
        is_result ? tr_arena_printf(facts->arena, "the register in which %s returned its result holds 0x0, the faulting address",
                                    access)
        : at ? tr_arena_printf(facts->arena, "0x0 (%s) + %" PRIu64 " (to %s) = 0x%" PRIx64 ", which covers the faulting address 0x%" PRIx64,
                             name, at, access, at, address)
           : tr_arena_printf(facts->arena, "0x0 (%s) is where %s begins, which covers the faulting address 0x%" PRIx64, name,
                             access, address);
}

/* The iterator of the statement that stands at the end of its container, when it is the only one. */
static const struct tr_evaluated *end_iterator(const struct tr_facts *facts)
{
    const struct tr_evaluated *found = NULL;
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        if (part->kind != TR_VALUE_CONTAINER || !part->value || strcmp(part->value, "end()") != 0)
            continue;
        if (found && strcmp(found->text, part->text) != 0)
            return NULL;
        found = part;
    }
    return found;
}

static void tell_end(const struct tr_facts *facts, const struct tr_evaluated *iterator, struct tr_finding *finding)
{
    const struct tr_evaluated *access = tr_evaluated_parent(facts, iterator);
    const char *name = tr_facts_name(facts, iterator->text);
    finding->expression = tr_evaluated_expression(facts, access ? access : iterator, iterator, TR_ROLE_CULPRIT);
    finding->summary = tr_arena_printf(facts->arena, "%s is end() at %s, behind the last element, so it refers to none",
                                       name, tr_facts_place(facts));
    finding->hint =
        tr_arena_printf(facts->arena, "compare %s with end() before it is used, and see why nothing was found", name);
}

/* What a call returned, or was optimized away: NULL in it explains the address. */
static void tell_unknown(const struct tr_facts *facts, const struct tr_suspects *suspects, struct tr_finding *finding)
{
    const struct tr_suspect *suspect = &suspects->items[0];
    const char *names = tr_unknown_pointers_fill(facts, suspects, finding), *called = tr_facts_called(facts);
    bool is_given = !tr_evaluated_inner(facts, suspect->access) || tr_evaluated_is_call(suspect->access);
    const char *so = called && is_given ? tr_arena_printf(facts->arena, ", but %s needs a string", tr_facts_name(facts, called))
                                        : tr_arena_printf(facts->arena, ", so %s cannot be %s", tr_facts_name(facts, suspect->access->text),
                                                          tr_fault_participle(facts));
    /* A member lies behind NULL; what else is above 0 may as well be a number in place of a pointer. */
    bool is_plain = tr_facts_fault(facts)->address.value == 0 || strcmp(suspect->access->node, "field_expression") == 0;
    finding->summary = tr_arena_printf(facts->arena, "%s is NULL%s at %s, it seems%s", names, is_plain ? "" : " or a small number",
                                       tr_facts_place(facts), so);
    advise(facts, suspect->pointer->text, finding);
    if (suspects->count == 1)
        find_cause(facts, suspect->pointer->text, suspect->pointer->type, finding);
    else
        finding->hint = tr_arena_printf(facts->arena, "see which of %s is NULL here: built with -O0 the same run tells", names);
}

/* NULL and the offset of a member is a multiple of the member's size, but in packed structs: other addresses are numbers. */
static bool is_odd(const struct tr_fault *fault)
{
    bool is_scalar = fault->size.known && (fault->size.value == 2 || fault->size.value == 4 || fault->size.value == 8);
    return is_scalar && fault->address.value % (uint64_t)fault->size.value != 0;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    if (!tr_facts_signal(facts, "SIGSEGV", "SEGV_MAPERR") || !fault || !fault->address.known ||
        fault->access == TR_ACCESS_EXECUTE)
        return false;
    if (tr_number_as_pointer(facts, finding))
        return fault->address.value == 0;
    struct tr_culprit culprit;
    tr_culprit_find(facts, PAGE, &culprit);
    const struct tr_suspect *suspect = tr_culprit_proved(&culprit);
    if (is_hidden_null(suspect)) {
        tell_hidden(facts, suspect, finding);
        return true;
    }
    bool proved = suspect && suspect->pointer && suspect->pointer->word.value == 0;
    bool is_other = (suspect && !proved) || (culprit.variable && tr_variable_pointer(culprit.variable).value != 0);
    if (!proved && (is_other || fault->address.value >= PAGE || is_odd(fault)))
        return false;
    tr_culprit_fill(facts, &culprit, finding);
    const struct tr_evaluated *end = culprit.suspects.count || culprit.variable ? NULL : end_iterator(facts);
    if (end) {
        tell_end(facts, end, finding);
        return true;
    }
    struct tr_suspects unknown;
    if (!culprit.suspects.count && !culprit.variable && tr_unknown_pointers_find(facts, true, &unknown)) {
        tell_unknown(facts, &unknown, finding);
        return true;
    }
    if (!proved)
        summarize_unproved(facts, &culprit, finding);
    else if (culprit.is_argument)
        summarize_argument(facts, suspect, finding);
    else
        summarize_access(facts, suspect, finding);
    const char *name = proved ? suspect->pointer->text : culprit.variable ? culprit.variable->name : NULL;
    if (!name)
        return true;
    advise(facts, name, finding);
    find_cause(facts, name, proved ? suspect->pointer->type : culprit.variable->type, finding);
    if (proved)
        tr_map_element_tell(facts, suspect->pointer->text, finding);
    return true;
}

const struct tr_kind_rule tr_kind_rule_null_pointer_dereference = {
    .kind = TR_KIND_NULL_POINTER_DEREFERENCE,
    .cwe = 476,
    .explanation =
        "A pointer that is NULL (address 0) points to nothing. Reading or writing through it touches address 0, or a "
        "little "
        "above it when a member or an element is meant, where no memory is; the system then ends the program.",
    .match = match,
};
