#include "diagnose/kind.h"

#include "diagnose/abort_text.h"
#include "diagnose/address.h"
#include "diagnose/array_writer.h"
#include "diagnose/jump.h"
#include "diagnose/smash.h"

#include <inttypes.h>
#include <string.h>

static const char advice[] = "look for what writes into the array without regard to its size: strcpy, strcat, sprintf, "
                             "gets, scanf(\"%s\"), or a "
                             "loop that runs one too far; snprintf and fgets take the size";

static bool is_guard_value(const struct tr_facts *facts)
{
    struct tr_abort_text text;
    return tr_abort_text_kind(facts, &text) && text.kind == TR_KIND_STACK_BUFFER_OVERFLOW;
}

/* The places that write into the array, when it is one of the function's own. */
static void tell_writers(const struct tr_facts *facts, const struct tr_smash *smash, struct tr_finding *finding)
{
    const struct tr_smash_array *culprit = smash->culprit;
    const struct tr_frame *frame = tr_facts_frame(facts);
    bool is_own = culprit && (!culprit->hidden || (!culprit->hidden->inlined_into && culprit->function && frame && frame->function &&
                                                   strcmp(culprit->function, frame->function) == 0));
    if (is_own)
        tr_array_writers_tell(facts, smash->culprit->array.path, finding);
}

static void tell_guard(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    struct tr_smash smash = {.count = 0};
    if (frame)
        tr_smash_find(facts, frame, &smash);
    tr_smash_fill(facts, &smash, finding);
    finding->summary =
        tr_arena_printf(facts->arena, "%s was written past its end; noticed at %s when the function returned",
                        tr_smash_name(facts, &smash, frame), tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena,
                                     "the guard value between the arrays and the return address of %s has changed: "
                                     "the function compared it before it returned, and called __stack_chk_fail",
                                     tr_smash_owner(facts, &smash, frame));
    finding->hint = advice;
    tell_writers(facts, &smash, finding);
}

/* The text that runs from the saved frame pointer into the return address, whose last bytes it may not have reached. */
static const char *text_over_return(const struct tr_facts *facts, const struct tr_bad_jump *jump)
{
    return tr_address_text_around(facts, jump->slot - sizeof(jump->target), sizeof(jump->target) + 1);
}

/* Without a guard value: the function returned to an address that is text. One such byte would be chance, nine are not.
 */
static bool is_overwritten_return(const struct tr_facts *facts, struct tr_bad_jump *jump)
{
    return tr_bad_jump_find(facts, jump) && jump->is_return &&
           (tr_address_text(facts, jump->target) || text_over_return(facts, jump));
}

/* Still at its return instruction the function is the innermost frame; after that its frame is gone. */
static bool is_at_return(const struct tr_facts *facts, const struct tr_bad_jump *jump)
{
    const struct tr_frame *frame = tr_facts_frame(facts), *first = tr_list_at(&tr_facts_thread(facts)->frames, struct tr_frame, 0);
    return frame && frame == first && frame->pc.known && frame->pc.value != jump->target;
}

/* No address that memory can have stands where the return address was, and no text either: numbers, of an array of them. */
static bool tell_numbers(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_bad_jump jump;
    struct tr_smash smash;
    const struct tr_frame *frame = tr_facts_frame(facts);
    if (!tr_bad_jump_find(facts, &jump) || !jump.is_return || !is_at_return(facts, &jump))
        return false;
    tr_smash_find(facts, frame, &smash);
    if (!smash.count)
        return false;
    tr_smash_fill(facts, &smash, finding);
    finding->summary = tr_arena_printf(facts->arena, "%s was written past its end, it seems: the return address of %s has become 0x%" PRIx64
                                                     ", at %s",
                                       tr_smash_name(facts, &smash, frame), tr_smash_owner(facts, &smash, frame), jump.target,
                                       tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_LIKELY;
    tr_jump_tell_numbers(facts, &jump, finding);
    finding->hint = "look for the loop or the index that writes behind the last element of the array";
    tell_writers(facts, &smash, finding);
    return true;
}

static void tell_return(const struct tr_facts *facts, const struct tr_bad_jump *jump, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    struct tr_smash smash = {.count = 0};
    bool is_there = is_at_return(facts, jump);
    if (is_there)
        tr_smash_find(facts, frame, &smash);
    tr_smash_fill(facts, &smash, finding);
    const char *text = text_over_return(facts, jump), *whole = tr_address_text(facts, jump->target);
    const char *holds = text ? text : whole;
    finding->summary =
        is_there
            ? tr_arena_printf(facts->arena,
                              "%s was written past its end, over the return address, with the text %s, at %s",
                              tr_smash_name(facts, &smash, frame), holds, tr_facts_place(facts))
            : tr_arena_printf(
                  facts->arena,
                  "a function called at %s wrote past the end of an array, over its return address, with the text %s",
                  tr_facts_place(facts), holds);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena,
                                     "the return address at 0x%" PRIx64 " is 0x%" PRIx64
                                     ", to which the processor was sent; its bytes are the end of the text %s",
                                     jump->slot, jump->target, holds);
    finding->hint = advice;
    tell_writers(facts, &smash, finding);
}

/*
 * The function has returned, to an address of which only a part was overwritten, and the program went astray from there.
 * What it restored as its caller's frame pointer is text: eight such bytes are no chance where the stack cannot be read.
 */
static const char *text_in_frame_pointer(const struct tr_facts *facts)
{
    const struct tr_list *frames = &tr_facts_thread(facts)->frames;
    const struct tr_frame *first = tr_list_at(frames, struct tr_frame, 0);
    const struct tr_frame *second = frames->count > 1 ? tr_list_at(frames, struct tr_frame, 1) : NULL;
    struct tr_word rbp = tr_facts_register(facts, "rbp");
    bool is_lost = first->user != TR_TRUE && (!second || second->trust == TR_TRUST_SCAN);
    return is_lost && tr_facts_signal(facts, "SIGSEGV", NULL) && rbp.known ? tr_address_text(facts, rbp.value) : NULL;
}

static void tell_frame_pointer(const struct tr_facts *facts, const char *text, struct tr_finding *finding)
{
    finding->summary = tr_arena_printf(facts->arena,
                                       "an array of a function that has just returned was written past its end with text: %s "
                                       "lies where its caller's frame pointer was kept, right before the return address",
                                       text);
    finding->confidence = TR_CONFIDENCE_LIKELY;
    finding->hint = advice;
    if (tr_facts_frame(facts) && tr_facts_frame(facts)->user != TR_TRUE)
        finding->location = NULL; /* what a scan found of the stack is not where it happened */
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    struct tr_bad_jump jump;
    if (is_guard_value(facts))
        tell_guard(facts, finding);
    else if (!tr_facts_thread(facts) || !tr_facts_thread(facts)->frames.count)
        return false;
    else if (is_overwritten_return(facts, &jump))
        tell_return(facts, &jump, finding);
    else if (text_in_frame_pointer(facts))
        tell_frame_pointer(facts, text_in_frame_pointer(facts), finding);
    else
        return tell_numbers(facts, finding);
    return true;
}

const struct tr_kind_rule tr_kind_rule_stack_buffer_overflow = {
    .kind = TR_KIND_STACK_BUFFER_OVERFLOW,
    .cwe = 121,
    .explanation = "A local array lies on the stack, beside other variables and the address to which the function "
                   "returns. Writing more into it "
                   "than fits overwrites those; it is noticed only when the function returns, not at the write.",
    .match = match,
};
