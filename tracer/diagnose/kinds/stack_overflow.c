#include "diagnose/kind.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "diagnose/address.h"
#include "diagnose/variables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    NEAR = 65536,             /* a fault this near to the stack pointer is one of the stack's own accesses */
    LARGE_FRAME = 65536,      /* bytes of one function's frame that are worth a word */
    MARGIN = 256 * 1024,      /* of the limit: arguments and environment, and the gap that the kernel keeps (132 KiB) */
    MAPPED_AT_MOST = 1 << 30, /* beyond, the stack pointer is spoilt rather than the frame large */
    CWE_RECURSION = 674,
    CWE_LARGE = 789,
};

/* "N bytes below [stack] …": how memory_fault.c tells what is next to an address without mapping. */
static bool is_below_stack(const struct tr_fault *fault)
{
    char *end;
    if (!fault->nearest || strtoull(fault->nearest, &end, 10) == 0)
        return false;
    return strncmp(end, " bytes below [stack]", strlen(" bytes below [stack]")) == 0;
}

/* The page that a thread's stack ends with: mapped without any permission. */
static bool is_guard(const struct tr_fault *fault)
{
    return fault->region && strstr(fault->region, "(---)");
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

static const struct tr_frame *outermost(const struct tr_thread *thread)
{
    for (size_t i = thread->frames.count; i-- > 0;) {
        const struct tr_frame *frame = tr_list_at(&thread->frames, struct tr_frame, i);
        if (frame->cfa.known)
            return frame;
    }
    return NULL;
}

/* Bytes from the fault up to the outermost frame; 0 when the frames do not lie above it. */
static uint64_t depth(const struct tr_thread *thread, uint64_t address)
{
    const struct tr_frame *last = outermost(thread);
    return last && last->cfa.value > address ? last->cfa.value - address : 0;
}

static const char *human(const struct tr_facts *facts, uint64_t bytes)
{
    return bytes >= 10 << 20   ? tr_arena_printf(facts->arena, "%" PRIu64 " MiB", bytes >> 20)
           : bytes >= 10 << 10 ? tr_arena_printf(facts->arena, "%" PRIu64 " KiB", bytes >> 10)
                               : tr_arena_printf(facts->arena, "%" PRIu64 " bytes", bytes);
}

/* ---- recursion ---- */

/* The next frame of the same function that calls it again: two stand beside each other unless the cycle is long. */
static const struct tr_frame *next_turn(const struct tr_thread *thread, const struct tr_frame *frame)
{
    bool seen = false;
    TR_EACH(const struct tr_frame, other, &thread->frames)
    {
        if (seen && other->function && frame->function && strcmp(other->function, frame->function) == 0)
            return other;
        seen = seen || other == frame;
    }
    return NULL;
}

static const char *value_of(const struct tr_variable *variable)
{
    return variable && variable->state == TR_STATE_OK ? variable->value : NULL;
}

/* How the arguments change from one call to the next, which tells whether the recursion gets anywhere. */
static void tell_arguments(const struct tr_facts *facts, const struct tr_frame *inner, struct tr_finding *finding)
{
    /* At the very entry of a function its arguments have not been stored yet: then the call before tells. */
    const struct tr_frame *outer = next_turn(tr_facts_thread(facts), inner);
    if (outer && inner->arguments.count && !value_of(tr_list_at(&inner->arguments, struct tr_variable, 0))) {
        inner = outer;
        outer = next_turn(tr_facts_thread(facts), inner);
    }
    if (!outer || !inner->arguments.count)
        return;
    size_t compared = 0, same = 0;
    tr_auto_str struct tr_str changes = {0};
    TR_EACH(const struct tr_variable, argument, &inner->arguments)
    {
        const char *now = value_of(argument), *before = value_of(tr_variable_named(outer, argument->name));
        if (!now || !before)
            continue;
        compared++;
        same += strcmp(now, before) == 0;
        if (strcmp(now, before) == 0 || changes.size > TR_LIMIT_QUOTED)
            continue;
        tr_str_add_text(&changes, changes.size ? ", " : "");
        tr_str_add_name(&changes, argument->name);
        tr_str_add_text(&changes, " = ");
        tr_str_add_name(&changes, now);
        tr_str_add_text(&changes, " (");
        tr_str_add_name(&changes, before);
        tr_str_add_text(&changes, " in the call before)");
    }
    if (compared && same == compared)
        tr_finding_add(facts, finding, tr_facts_frame_ref(facts, inner),
                       "the arguments do not change from call to call");
    else if (changes.size)
        tr_finding_add(facts, finding, tr_facts_frame_ref(facts, inner), "in the last call %s", tr_str_text(&changes));
}

static void tell_size(const struct tr_facts *facts, const struct tr_frame *inner, struct tr_finding *finding)
{
    const struct tr_frame *outer = next_turn(tr_facts_thread(facts), inner);
    if (outer && inner->cfa.known && outer->cfa.known && outer->cfa.value > inner->cfa.value)
        tr_finding_add(facts, finding, "/threads/0/repeated", "%" PRIu64 " bytes of stack for each turn",
                       outer->cfa.value - inner->cfa.value);
}

static void tell_recursion(const struct tr_facts *facts, const struct tr_repeated *repeated, struct tr_finding *finding)
{
    tr_auto_str struct tr_str summary = {0};
    bool alone = repeated->cycle.count == 1;
    for (size_t i = repeated->cycle.count; i-- > 0;) {
        tr_str_add_name(&summary, repeated->cycle.items[i]);
        tr_str_add_text(&summary, i ? " calls " : "");
    }
    tr_str_add_text(&summary, alone ? " calls itself" : " and so on");
    tr_str_printf(&summary, ", %s%" PRId64 " times, until the stack was used up at %s",
                  tr_facts_thread(facts)->unwind_end ? "more than " : "", repeated->times.value, tr_facts_place(facts));
    finding->summary = tr_arena_strdup(facts->arena, tr_str_text(&summary));
    finding->cwe = tr_number(CWE_RECURSION);
    finding->hint = "every call must come nearer to the case that ends the recursion, and must meet it: see why this "
                    "one does not. Where the "
                    "data is deep by nature, a loop needs no stack";
}

/* ---- a large frame ---- */

static const struct tr_frame_array *largest(const struct tr_frame_array *arrays, size_t count)
{
    const struct tr_frame_array *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (!best || arrays[i].size > best->size)
            best = &arrays[i];
    return best;
}

static void tell_large(const struct tr_facts *facts, const struct tr_frame *frame, uint64_t size,
                       struct tr_finding *finding)
{
    struct tr_frame_array arrays[TR_FRAME_ARRAYS];
    const struct tr_frame_array *array = largest(arrays, tr_frame_arrays(facts, frame, arrays));
    const char *function = frame->function ? tr_facts_name(facts, frame->function) : "the function";
    finding->summary = tr_arena_printf(facts->arena, "the frame of %s needs %s, more than the stack had left at %s",
                                       function, human(facts, size), tr_facts_place(facts));
    if (array && array->size >= size / 4) {
        finding->summary = tr_arena_printf(facts->arena, "%s (%s) in %s is larger than what the stack had left at %s",
                                           tr_facts_name(facts, array->path), human(facts, array->size), function,
                                           tr_facts_place(facts));
        finding->expression = tr_variable_expression(facts, array->variable);
        finding->expression->text = array->path;
    }
    finding->cwe = tr_number(CWE_LARGE);
    finding->hint = "put large arrays on the heap (malloc, std::vector) or make them static; ulimit -s shows the limit";
}

/* Size of the frame that runs: from the stack pointer to where its caller's begins. */
static uint64_t frame_size(const struct tr_frame *frame, uint64_t sp)
{
    return frame && frame->cfa.known && frame->cfa.value > sp ? frame->cfa.value - sp : 0;
}

/* ---- the whole ---- */

/*
 * Bytes from the fault to the upper end of the main thread's stack, or at least that many: what its frames span, or as
 * far as there is stack when the fault lies right below it.
 */
static uint64_t grown(const struct tr_facts *facts, const struct tr_fault *fault, uint64_t used, uint64_t limit)
{
    char byte;
    TR_EACH(const struct tr_region, region, &facts->report->memory->regions)
    {
        if (region->name && strcmp(region->name, "[stack]") == 0 && region->end.value > fault->address.value)
            return region->end.value - fault->address.value;
    }
    bool is_full = limit > MARGIN && used + MARGIN < limit &&
                   tr_facts_read(facts, fault->address.value + limit - MARGIN, &byte, 1);
    return is_full ? limit - MARGIN : used;
}

static void prove(const struct tr_facts *facts, const struct tr_fault *fault, uint64_t used, struct tr_finding *finding)
{
    uint64_t limit = facts->report->stack_limit.known ? (uint64_t)facts->report->stack_limit.value : 0;
    finding->confidence = TR_CONFIDENCE_LIKELY;
    if (is_guard(fault) && used) {
        finding->confidence = TR_CONFIDENCE_VERIFIED;
        finding->proof = tr_arena_printf(facts->arena,
                                         "0x%" PRIx64 ", the faulting address, lies %" PRIu64
                                         " bytes below the thread's first frame, "
                                         "in the guard page at the end of its stack",
                                         fault->address.value, used);
    } else if (limit && is_below_stack(fault) && grown(facts, fault, used, limit) + MARGIN >= limit) {
        finding->confidence = TR_CONFIDENCE_VERIFIED;
        finding->proof =
            tr_arena_printf(facts->arena,
                            "the faulting address 0x%" PRIx64 " lies below the stack, %" PRIu64 " bytes or more "
                            "from its upper end; it may have %" PRIu64 " bytes",
                            fault->address.value, grown(facts, fault, used, limit), limit);
    }
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_thread *thread = tr_facts_thread(facts);
    const struct tr_fault *fault = tr_facts_fault(facts);
    struct tr_word sp = tr_facts_register(facts, "rsp");
    if (!tr_facts_signal(facts, "SIGSEGV", NULL) || !thread || !thread->frames.count || !fault ||
        !fault->address.known || !sp.known)
        return false;
    const struct tr_frame *innermost = tr_list_at(&thread->frames, struct tr_frame, 0);
    uint64_t address = fault->address.value, size = frame_size(innermost, sp.value), used = depth(thread, address);
    bool is_large =
        size >= LARGE_FRAME && size < MAPPED_AT_MOST && address >= sp.value - NEAR && address < innermost->cfa.value;
    bool is_end = is_below_stack(fault) || is_guard(fault);
    /* A large frame may reach over a thread's guard page, to where nothing tells of a stack any more. */
    if (!used || (!is_large && (!is_end || distance(address, sp.value) >= NEAR)))
        return false;
    prove(facts, fault, used, finding);
    if (thread->repeated && thread->repeated->cycle.count) {
        tell_recursion(facts, thread->repeated, finding);
        const struct tr_frame *user = tr_facts_frame(facts);
        if (user)
            tell_arguments(facts, user, finding);
        if (user)
            tell_size(facts, user, finding);
    } else if (size >= LARGE_FRAME) {
        tell_large(facts, innermost, size, finding);
    } else {
        finding->summary = tr_arena_printf(facts->arena, "the stack was used up at %s, after %s", tr_facts_place(facts),
                                           human(facts, used));
        finding->hint = "look for large arrays among the local variables of these functions, and for a recursion";
    }
    return true;
}

const struct tr_kind_rule tr_kind_rule_stack_overflow = {
    .kind = TR_KIND_STACK_OVERFLOW,
    .cwe = CWE_RECURSION,
    .explanation =
        "Every call that has not returned keeps its variables on the stack, and the stack has a fixed size. A "
        "recursion that does not "
        "end, or one very large local variable, goes beyond it; the next access to the stack then has no memory.",
    .match = match,
};
