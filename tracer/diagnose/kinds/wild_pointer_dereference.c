#include "diagnose/kind.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/address.h"
#include "diagnose/evaluated.h"
#include "diagnose/library_call.h"
#include "diagnose/pointer.h"
#include "diagnose/unknown_pointer.h"
#include "diagnose/variables.h"

#include <inttypes.h>
#include <string.h>

enum { REACH = 4096, LOW = 1 << 24, LARGE_OBJECT = 65536, FIRST_TELLING = 1000 };

/* The text that was written over the pointer, as far as it goes in memory. */
static const char *written_over(const struct tr_facts *facts, uint64_t word, struct tr_word at)
{
    if (!tr_address_text(facts, word) || !at.known)
        return NULL;
    return tr_address_text_around(facts, at.value, sizeof(word));
}

/*
 * The number whose value was used as the address, among the variables of the frames around: 70000 of "int year". Smaller ones
 * fit by chance, larger ones are addresses.
 */
static const struct tr_variable *same_number(const struct tr_facts *facts, uint64_t word, const struct tr_frame **ret_frame)
{
    tr_auto_free char *digits = NULL;
    if (word < FIRST_TELLING || word > INT32_MAX || asprintf(&digits, "%" PRIu64, word) < 0)
        return NULL;
    TR_EACH(const struct tr_frame, frame, &tr_facts_thread(facts)->frames)
    {
        const struct tr_list *const lists[] = {&frame->arguments, &frame->locals};
        for (size_t i = 0; i < TR_COUNT(lists); i++)
            TR_EACH(const struct tr_variable, variable, lists[i])
            {
                *ret_frame = frame;
                if (variable->kind == TR_VALUE_INTEGER && variable->state == TR_STATE_OK && variable->value &&
                    strcmp(variable->value, digits) == 0)
                    return variable;
            }
    }
    return NULL;
}

static void tell_number(const struct tr_facts *facts, const char *name, uint64_t word, const struct tr_variable *number,
                        const struct tr_frame *frame, struct tr_finding *finding)
{
    const char *function = frame->function ? tr_facts_name(facts, frame->function) : "a caller";
    tr_finding_add(facts, finding, tr_variable_ref(facts, frame, number), "0x%" PRIx64 " is %" PRIu64 ", which is also the value of %s (%s) in %s",
                   word, word, tr_facts_name(facts, number->name), tr_facts_name(facts, number->type), function);
    finding->hint = tr_arena_printf(facts->arena, "%s seems to be the number %s of %s: see where that is given, converted or stored as an "
                                                  "address",
                                    tr_facts_name(facts, name), tr_facts_name(facts, number->name), function);
}

static void tell(const struct tr_facts *facts, const char *name, uint64_t word, struct tr_word stored_at,
                 const char *so, struct tr_finding *finding)
{
    const char *looks = tr_fault_forbidden(facts)
                            ? tr_arena_printf(facts->arena, "is 0x%" PRIx64 ", where nothing may be accessed", word)
                            : tr_address_looks(facts, word);
    finding->summary =
        tr_arena_printf(facts->arena, "%s %s at %s%s", tr_facts_name(facts, name), looks, tr_facts_place(facts), so);
    const char *text = written_over(facts, word, stored_at);
    if (text) {
        tr_finding_add(facts, finding, NULL, "the memory of %s is part of the text %s", tr_facts_name(facts, name),
                       text);
        finding->hint =
            tr_arena_printf(facts->arena,
                            "text lies where %s should hold an address: an array before it in memory was too small for "
                            "its text, or %s was never set and the memory still holds what was there before",
                            tr_facts_name(facts, name), tr_facts_name(facts, name));
        return;
    }
    const struct tr_frame *frame;
    const struct tr_variable *number = same_number(facts, word, &frame);
    if (number) {
        tell_number(facts, name, word, number, frame, finding);
        return;
    }
    finding->hint =
        tr_arena_printf(facts->arena,
                        "find where %s got this value: it was never set, was overwritten, points to memory that "
                        "is gone, or was moved too far",
                        tr_facts_name(facts, name));
}

static const char *consequence(const struct tr_facts *facts, const struct tr_culprit *culprit,
                               const struct tr_suspect *suspect)
{
    tr_auto_str struct tr_str so = {0};
    if (culprit->is_argument) {
        const char *function = suspect->access->callee ? suspect->access->callee : tr_facts_called(facts);
        tr_str_printf(&so, ", and was given to %s as argument %" PRId64,
                      function ? tr_facts_name(facts, tr_library_name(facts->arena, function)) : "a function",
                      suspect->pointer->argument.value + 1);
    } else {
        tr_str_add_text(&so, ", so ");
        tr_str_add_name(&so, suspect->access->text);
        tr_evaluated_add_indexes(facts, suspect->access, &so);
        tr_str_printf(&so, " cannot be %s", tr_suspect_participle(facts, suspect));
    }
    return tr_arena_strdup(facts->arena, tr_str_text(&so));
}

static void tell_address(const struct tr_facts *facts, const struct tr_fault *fault, struct tr_finding *finding)
{
    const char *called = tr_facts_called(facts);
    const char *inside = called ? tr_arena_printf(facts->arena, " inside %s", tr_facts_name(facts, called)) : "";
    if (!fault->address.known) {
        finding->summary = tr_arena_printf(facts->arena, "an address that no memory can have was used at %s%s",
                                           tr_facts_place(facts), inside);
        return;
    }
    if (tr_address_is_below_null(fault->address.value)) {
        finding->summary = tr_arena_printf(facts->arena, "address %" PRId64 ", just below 0, cannot be %s at %s%s",
                                           (int64_t)fault->address.value, tr_fault_participle(facts), tr_facts_place(facts), inside);
        finding->hint = "NULL was moved back: look for the last element of something that is empty, or an index or a step "
                        "below 0 from a NULL pointer";
        return;
    }
    const char *text = tr_address_text(facts, fault->address.value);
    const char *what = text             ? tr_arena_printf(facts->arena, ", whose bytes are the text %s,", text)
                       : fault->nearest ? tr_arena_printf(facts->arena, ", %s,", fault->nearest)
                                        : "";
    finding->summary = tr_arena_printf(
        facts->arena, "address 0x%" PRIx64 "%s was %s at %s%s, where nothing %s", fault->address.value, what,
        fault->access == TR_ACCESS_WRITE ? "written to" : "read", tr_facts_place(facts), inside,
        tr_fault_forbidden(facts) ? "may be accessed" : "is mapped");
    if (fault->address.value < LOW)
        finding->hint = "so low an address comes from a number used as a pointer, or from NULL with an index or an offset";
    else
        finding->hint = "see which pointer or index of that line got a bad value; without optimization (-O0 -g) its variables can be told";
}

/* What a call returned, or was optimized away. */
static void tell_unknown(const struct tr_facts *facts, const struct tr_suspects *suspects, struct tr_finding *finding)
{
    const char *names = tr_unknown_pointers_fill(facts, suspects, finding);
    tell_address(facts, tr_facts_fault(facts), finding);
    finding->summary = tr_arena_printf(facts->arena, "%s: %s seems to lead there", finding->summary, names);
    finding->hint = tr_arena_printf(facts->arena,
                                    "find where %s got its value: it was never set, was overwritten, or lies in memory that is gone, as "
                                    "after the container that it was taken from has grown or was emptied",
                                    names);
}

/* What an operator or function of the user's returned as a reference. */
static void tell_reference(const struct tr_facts *facts, const struct tr_suspect *suspect, struct tr_finding *finding)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    const char *name = tr_facts_name(facts, suspect->access->text);
    finding->expression = tr_evaluated_expression(facts, suspect->access, suspect->access, TR_ROLE_CULPRIT);
    finding->summary = tr_arena_printf(facts->arena, "%s gave a reference to 0x%" PRIx64 " at %s, %s, which cannot be %s",
                                       name, fault->address.value, tr_facts_place(facts),
                                       fault->nearest ? fault->nearest : "where nothing is mapped",
                                       tr_fault_participle(facts));
    finding->hint = tr_arena_printf(facts->arena,
                                    "compare what %s was given with what it has: its function computes the place without "
                                    "a check",
                                    name);
}

/* The bad pointer that a member of the own object is reached through, without being written: this. */
static const struct tr_variable *hidden_this(const struct tr_facts *facts, const struct tr_suspect *suspect)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const struct tr_variable *self = frame && suspect && !suspect->pointer ? tr_variable_named(frame, "this") : NULL;
    const struct tr_evaluated *root = suspect ? suspect->access : NULL;
    for (const struct tr_evaluated *base; root && (base = tr_evaluated_part(facts, root, "base"));)
        root = base;
    bool is_member = self && strcmp(root->node, "identifier") == 0 && !tr_variable_named(frame, root->text);
    struct tr_word value = is_member ? tr_variable_pointer(self) : (struct tr_word){0};
    return value.known && suspect->access->address.known && suspect->access->address.value - value.value < LARGE_OBJECT
               ? self
               : NULL;
}

static void tell_this(const struct tr_facts *facts, const struct tr_suspect *suspect, const struct tr_variable *self,
                      struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const char *access = tr_facts_name(facts, suspect->access->text);
    const char *function = frame->function ? tr_facts_name(facts, frame->function) : "the function";
    struct tr_operand *operand = tr_arena_new(facts->arena, struct tr_operand);
    struct tr_word value = tr_variable_pointer(self);
    *operand = (struct tr_operand){.text = "this", .type = self->type, .value = self->value, .role = TR_ROLE_CULPRIT};
    tr_list_insert(facts->arena, &finding->expression->operands, 0, operand);
    finding->summary = tr_arena_printf(facts->arena, "this %s at %s, so %s cannot be %s: %s was called on a bad pointer",
                                       tr_address_looks(facts, value.value), tr_facts_place(facts), access,
                                       tr_suspect_participle(facts, suspect), function);
    finding->proof = tr_arena_printf(
        facts->arena, "0x%" PRIx64 " (this) + %" PRIu64 " (to %s) = 0x%" PRIx64 ", which covers the faulting address 0x%" PRIx64,
        value.value, suspect->access->address.value - value.value, access, suspect->access->address.value,
        tr_facts_fault(facts)->address.value);
    finding->hint = tr_arena_printf(facts->arena,
                                    "look in the caller's frame at the pointer that %s was called on: it was never set, was "
                                    "overwritten, or points to an object that is gone",
                                    function);
}

static bool is_reference(const struct tr_suspect *suspect)
{
    return suspect && !suspect->pointer &&
           (tr_evaluated_is_call(suspect->access) || strcmp(suspect->access->node, "subscript_expression") == 0);
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    bool is_unmapped = tr_facts_signal(facts, "SIGSEGV", "SEGV_MAPERR"),
         is_impossible = tr_facts_signal(facts, "SIGSEGV", "SI_KERNEL") || tr_facts_signal(facts, "SIGBUS", "SI_KERNEL");
    if ((!is_unmapped && !is_impossible && !tr_fault_forbidden(facts)) || !fault || fault->access == TR_ACCESS_EXECUTE ||
        (!fault->address.known && !is_impossible))
        return false;
    if (tr_number_as_pointer(facts, finding))
        return true;
    struct tr_culprit culprit;
    tr_culprit_find(facts, REACH, &culprit);
    tr_culprit_fill(facts, &culprit, finding);
    const struct tr_suspect *suspect = tr_culprit_proved(&culprit);
    struct tr_suspects unknown;
    if (suspect && suspect->pointer)
        tell(facts, suspect->pointer->text, suspect->pointer->word.value, suspect->pointer->address,
             consequence(facts, &culprit, suspect), finding);
    else if (hidden_this(facts, suspect))
        tell_this(facts, suspect, hidden_this(facts, suspect), finding);
    else if (is_reference(suspect))
        tell_reference(facts, suspect, finding);
    else if (culprit.variable)
        tell(facts, culprit.variable->name, tr_variable_pointer(culprit.variable).value, culprit.variable->address,
             ", and was used there", finding);
    else if (!culprit.suspects.count && tr_unknown_pointers_find(facts, false, &unknown))
        tell_unknown(facts, &unknown, finding);
    else
        tell_address(facts, fault, finding);
    return true;
}

const struct tr_kind_rule tr_kind_rule_wild_pointer_dereference = {
    .kind = TR_KIND_WILD_POINTER_DEREFERENCE,
    .cwe = 119,
    .explanation =
        "The pointer holds a number that is not the address of anything in this program. That happens when it was "
        "never given "
        "a value, when something was written over it, or when an index or a step moved it far outside of its array.",
    .match = match,
};
