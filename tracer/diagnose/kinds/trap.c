#include "diagnose/kind.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/evaluated.h"

#include <inttypes.h>
#include <string.h>

/* clang's trap mode puts the number of the check into the instruction (SanitizerHandler of clang's CodeGenFunction.h,
   since LLVM 12): ud1 eax, dword ptr [eax + N], 67 0f b9 40 NN; the check with number 0 has no displacement. */
static const char *const checks[] = {
    "signed addition overflow",
    "code that is marked as never reached",
    "a call through a pointer of the wrong function type",
    "an integer division by 0, or one that overflows",
    "an object of another dynamic type",
    "a floating-point value that its integer type cannot hold",
    "a call through a pointer of the wrong function type",
    "an implicit conversion that loses a value",
    "an undefined argument of a builtin function",
    "a cast to the wrong Objective-C type",
    "a value that its type does not have, such as a bool of 2",
    "the end of a function without its return value",
    "signed multiplication overflow",
    "negation overflow",
    "NULL as an argument that must not be NULL",
    "NULL returned where that is excluded",
    "NULL as an argument that must not be NULL",
    "NULL returned where that is excluded",
    "an index outside of its array",
    "pointer arithmetic that overflows or starts at NULL",
    "a shift by too many, or a negative number of, bits",
    "signed subtraction overflow",
    "an access through a NULL or misaligned pointer, or to an object that is too small",
    "a wrong promise about alignment",
    "a variable-length array without elements",
};

/* libgcc's functions behind -ftrapv: __addvsi3, __mulvdi3, …, which call abort(). */
static const char *const overflowing[] = {"__addv", "__subv", "__mulv", "__negv", "__absv"};
static const char *const operations[] = {"addition", "subtraction", "multiplication", "negation", "abs()"};

static int nibble(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const char *check_name(const struct tr_facts *facts)
{
    const struct tr_instruction_view *view = facts->report->instruction;
    if (view && view->bytes && strcmp(view->bytes, "670fb900") == 0)
        return checks[0];
    if (!view || !view->bytes || strncmp(view->bytes, "670fb940", 8) != 0 || strlen(view->bytes) != 10)
        return NULL;
    int high = nibble(view->bytes[8]), low = nibble(view->bytes[9]), number = high * 16 + low;
    return high >= 0 && low >= 0 && (size_t)number < TR_COUNT(checks) ? checks[number] : NULL;
}

static const char *overflowing_operation(const struct tr_facts *facts)
{
    const struct tr_thread *thread = tr_facts_thread(facts);
    if (!thread || !tr_facts_signal(facts, "SIGABRT", NULL))
        return NULL;
    TR_EACH(const struct tr_frame, frame, &thread->frames)
    {
        for (size_t i = 0; frame->function && frame->user != TR_TRUE && i < TR_COUNT(overflowing); i++)
            if (strncmp(frame->function, overflowing[i], strlen(overflowing[i])) == 0)
                return operations[i];
        if (frame->user == TR_TRUE)
            break;
    }
    return NULL;
}

static bool is_trap(const struct tr_facts *facts)
{
    const char *text = tr_facts_instruction(facts);
    bool undefined = tr_facts_signal(facts, "SIGILL", NULL) && strncmp(text, "ud", 2) == 0;
    bool breakpoint = tr_facts_signal(facts, "SIGTRAP", NULL) && facts->signal && !facts->signal->sender;
    return undefined || breakpoint;
}

static const char *source_line(const struct tr_frame *frame)
{
    const struct tr_source *source = frame ? frame->source : NULL;
    int64_t index = source ? source->focus.value - source->first_line.value : -1;
    return index >= 0 && (size_t)index < source->lines.count ? source->lines.items[index] : "";
}

/* What the line would do with the values that it has: the one divisor that is 0. */
static const struct tr_evaluated *zero_divisor(const struct tr_facts *facts)
{
    const struct tr_evaluated *found = NULL;
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        if (!tr_evaluated_is(part, "divisor") || part->state != TR_STATE_OK || !part->word.known || part->word.value ||
            part->kind == TR_VALUE_FLOAT)
            continue;
        if (found)
            return NULL;
        found = part;
    }
    return found;
}

static void tell_lines(const struct tr_facts *facts, struct tr_finding *finding)
{
    tr_auto_str struct tr_str lines = {0};
    size_t told = 0;
    TR_EACH(const struct tr_location, location, &facts->report->trap_lines)
    {
        tr_str_add_text(&lines, told++ ? ", " : "");
        tr_str_add_name(&lines, location->file);
        tr_str_printf(&lines, ":%" PRId64, location->line.value);
    }
    if (told)
        tr_finding_add(facts, finding, NULL, "the code that jumps to this trap is that of %s", tr_str_text(&lines));
}

/* ud2 that the compiler put there by itself, where by its reckoning nothing can go right. */
static void tell_proved(const struct tr_facts *facts, struct tr_finding *finding)
{
    const char *place = tr_facts_place(facts);
    const struct tr_evaluated *divisor = zero_divisor(facts);
    bool is_shared = facts->report->trap_lines.count > 1;
    finding->summary = tr_arena_printf(
        facts->arena, "the program came to a trap at %s: the compiler had proved that this place cannot be reached without an "
                      "error, such as a division by 0, and put no other code there",
        place);
    if (divisor) {
        const struct tr_evaluated *whole = tr_evaluated_parent(facts, divisor);
        finding->expression = tr_evaluated_expression(facts, whole ? whole : divisor, divisor, TR_ROLE_CULPRIT);
        finding->summary = tr_arena_printf(
            facts->arena, "%s is 0 at %s, where the compiler has put a trap in place of %s", tr_facts_name(facts, divisor->text),
            place, tr_facts_name(facts, whole ? whole->text : "the division"));
    } else if (is_shared) {
        finding->summary = tr_arena_printf(facts->arena, "the program came to a trap that several lines share, among them %s: the "
                                                         "compiler had proved that one of them can only go wrong",
                                           place);
    }
    tell_lines(facts, finding);
    if (!divisor && (is_shared || strchr(source_line(tr_facts_frame(facts)), '(')))
        tr_finding_add(facts, finding, NULL,
                       "functions that the line calls may have been compiled into it: the error may be one of theirs");
    finding->confidence = TR_CONFIDENCE_LIKELY;
    finding->proof = NULL;
    finding->hint = divisor ? tr_arena_printf(facts->arena,
                                              "find why %s is 0 here; built with -O0 the same run stops at the division itself",
                                              tr_facts_name(facts, divisor->text))
                            : "look there, and in the functions that are called there, for a divisor that can be 0, a pointer "
                              "that can be NULL, a function that ends without its return; built with -O0 the same run names it";
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const char *place = tr_facts_place(facts), *operation = overflowing_operation(facts), *check = check_name(facts);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    if (operation) {
        finding->summary = tr_arena_printf(facts->arena, "signed integer overflow in a %s at %s", operation, place);
        finding->proof = "libgcc's checking function for -ftrapv called abort()";
        finding->hint = "compute in a wider type, or test before";
        finding->cwe = tr_number(190);
        return true;
    }
    if (!is_trap(facts))
        return false;
    finding->proof =
        tr_arena_printf(facts->arena, "the instruction is %s", tr_facts_name(facts, tr_facts_instruction(facts)));
    bool is_asked_for = strstr(source_line(tr_facts_frame(facts)), "__builtin_trap") && facts->report->trap_lines.count < 2;
    if (check) {
        finding->summary =
            tr_arena_printf(facts->arena, "a check of the compiler stopped the program at %s: %s", place, check);
        finding->hint = "the check was compiled in with -fsanitize-trap: look at the values on that line";
    } else if (tr_facts_signal(facts, "SIGTRAP", NULL)) {
        finding->summary = tr_arena_printf(facts->arena, "a breakpoint instruction was run at %s", place);
        finding->confidence = TR_CONFIDENCE_LIKELY;
        finding->proof = NULL;
        finding->hint = "a breakpoint instruction is written into a program on purpose, or by a debugger: see what stands there";
    } else if (is_asked_for) {
        finding->summary = tr_arena_printf(facts->arena, "the program ended itself by __builtin_trap() at %s", place);
        finding->hint = "the condition under which the program comes to that line is the question";
    } else {
        tell_proved(facts, finding);
        tr_finding_add(facts, finding, NULL, "built with -fsanitize to trap, the program comes to such an instruction where a check fails, too");
    }
    return true;
}

const struct tr_kind_rule tr_kind_rule_trap = {
    .kind = TR_KIND_TRAP,
    .explanation = "A trap instruction ends the program on purpose. The compiler puts it where a check fails, or where "
                   "by the rules of the language "
                   "the program can never come; a program that comes there has broken a rule.",
    .match = match,
};
