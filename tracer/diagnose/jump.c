#include "diagnose/jump.h"

#include "base/cleanup.h"
#include "base/str.h"
#include "diagnose/address.h"

#include <inttypes.h>
#include <string.h>

static void find_callee(const struct tr_facts *facts, struct tr_bad_jump *jump)
{
    size_t count = 0;
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        const struct tr_evaluated *call = tr_evaluated_parent(facts, part);
        if (!tr_evaluated_is(part, "callee") || !call || !part->word.known || part->word.value != jump->target)
            continue;
        jump->callee = part;
        jump->call = call;
        count++;
    }
    if (count != 1)
        jump->callee = jump->call = NULL;
}

/* Still at the instruction: the processor refuses a target that no address can be before it goes there. */
static bool at_return(const struct tr_facts *facts, struct tr_bad_jump *ret)
{
    struct tr_word sp = tr_facts_register(facts, "rsp");
    if (strncmp(tr_facts_instruction(facts), "ret", 3) != 0 || !sp.known ||
        !tr_facts_read(facts, sp.value, &ret->target, sizeof(ret->target)) || ret->target < TR_ADDRESS_END)
        return false;
    ret->is_return = true;
    ret->slot = sp.value;
    return true;
}

static bool is_impossible(uint64_t address)
{
    return address >= TR_ADDRESS_END && address < ~TR_ADDRESS_END + 1;
}

/* Still at the call or jump: the target is in the register that it names, or in the pointer that the source names. */
static bool at_call(const struct tr_facts *facts, struct tr_bad_jump *ret)
{
    const char *text = tr_facts_instruction(facts);
    if ((strncmp(text, "call ", 5) != 0 && strncmp(text, "jmp ", 4) != 0) ||
        !tr_facts_signal(facts, "SIGSEGV", "SI_KERNEL"))
        return false;
    struct tr_word target = tr_facts_register(facts, strchr(text, ' ') + 1);
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        if (!target.known && tr_evaluated_is(part, "callee") && is_impossible(part->word.value))
            target = part->word;
    }
    ret->target = target.value;
    return target.known && is_impossible(target.value);
}

/* A call leaves its return address where the stack pointer is: the unwinder has taken it for the caller's pc. */
static bool is_called(const struct tr_facts *facts, uint64_t sp)
{
    const struct tr_thread *thread = tr_facts_thread(facts);
    uint64_t top;
    for (size_t i = 0; thread && i < thread->frames.count && i < 2 && tr_facts_read(facts, sp, &top, sizeof(top));
         i++) {
        const struct tr_frame *frame = tr_list_at(&thread->frames, struct tr_frame, i);
        if (frame->pc.known && frame->pc.value == top && frame->trust != TR_TRUST_SCAN)
            return true;
    }
    return false;
}

/* Already there. A return took the address from right below the stack pointer. */
static bool after_jump(const struct tr_facts *facts, struct tr_bad_jump *ret)
{
    const struct tr_fault *fault = tr_facts_fault(facts);
    struct tr_word pc = tr_facts_register(facts, "rip"), sp = tr_facts_register(facts, "rsp");
    uint64_t below;
    bool is_fetch = fault && fault->access == TR_ACCESS_EXECUTE && fault->address.known;
    bool is_outside = pc.known && pc.value >= TR_ADDRESS_END;
    if (!is_fetch && !is_outside)
        return false;
    ret->target = is_fetch ? fault->address.value : pc.value;
    if (sp.known && !is_called(facts, sp.value) &&
        tr_facts_read(facts, sp.value - sizeof(below), &below, sizeof(below)) && below == ret->target) {
        ret->is_return = true;
        ret->slot = sp.value - sizeof(below);
    }
    return true;
}

bool tr_bad_jump_find(const struct tr_facts *facts, struct tr_bad_jump *ret)
{
    struct tr_bad_jump jump = {0};
    if (!tr_facts_signal(facts, "SIGSEGV", NULL) || tr_facts_own_signal(facts) ||
        (!after_jump(facts, &jump) && !at_return(facts, &jump) && !at_call(facts, &jump)))
        return false;
    if (!jump.is_return)
        find_callee(facts, &jump);
    *ret = jump;
    return true;
}

void tr_bad_jump_fill(const struct tr_facts *facts, const struct tr_bad_jump *jump, struct tr_finding *finding)
{
    finding->confidence = TR_CONFIDENCE_LIKELY;
    if (!jump->callee)
        return;
    finding->expression = tr_evaluated_expression(facts, jump->call, jump->callee, TR_ROLE_CULPRIT);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    const char *how = is_impossible(jump->target)
                          ? "is the address to which the processor was sent, and no address that "
                            "memory can have"
                          : "is the address from which the processor tried to fetch an instruction";
    finding->proof = tr_arena_printf(facts->arena, "0x%" PRIx64 " (%s) %s", jump->target,
                                     tr_facts_name(facts, jump->callee->text), how);
}

/* ---- numbers ---- */

enum { WORDS = 3 };

/* How the words around a return address read as elements of one type: whether they may be such, and appended to @p str. */
typedef bool read_fn(const uint64_t words[WORDS], struct tr_str *str);

static bool read_longs(const uint64_t words[WORDS], struct tr_str *str)
{
    for (size_t i = 0; i < WORDS; i++) {
        int64_t value = (int64_t)words[i];
        if (value < INT32_MIN || value > INT32_MAX)
            return false;
        tr_str_printf(str, "%s%" PRId64, i ? ", " : "", value);
    }
    return true;
}

static bool read_doubles(const uint64_t words[WORDS], struct tr_str *str)
{
    for (size_t i = 0; i < WORDS; i++) {
        double value;
        memcpy(&value, &words[i], sizeof(value));
        bool is_plain = value > -1e9 && value < 1e9 && (value > 1e-6 || value < -1e-6 || words[i] == 0);
        if (!is_plain)
            return false;
        tr_str_printf(str, "%s%g", i ? ", " : "", value);
    }
    return true;
}

/* Two to a word. Addresses of programs have a small upper half, too, but not such a small lower one. */
static bool read_ints(const uint64_t words[WORDS], struct tr_str *str)
{
    enum { LARGE = 1 << 24 };
    for (size_t i = 0; i < 2 * WORDS; i++) {
        int32_t value = (int32_t)(uint32_t)(words[i / 2] >> (i % 2 ? 32 : 0));
        if (value < -LARGE || value > LARGE)
            return false;
        tr_str_printf(str, "%s%" PRId32, i ? ", " : "", value);
    }
    return true;
}

bool tr_jump_tell_numbers(const struct tr_facts *facts, const struct tr_bad_jump *jump, struct tr_finding *finding)
{
    static const struct {
        read_fn *read;
        const char *type;
    } readings[] = {{read_longs, "8-byte numbers"}, {read_ints, "4-byte numbers"}, {read_doubles, "doubles"}};
    uint64_t words[WORDS];
    uint64_t from = jump->slot - (WORDS - 1) * sizeof(words[0]);
    if (!jump->is_return || !tr_facts_read(facts, from, words, sizeof(words)))
        return false;
    for (size_t i = 0; i < TR_COUNT(readings); i++) {
        tr_auto_str struct tr_str text = {0};
        if (!readings[i].read(words, &text))
            continue;
        tr_finding_add(facts, finding, NULL, "what lies before the return address and over it reads, as %s: %s", readings[i].type,
                       tr_str_text(&text));
        return true;
    }
    return false;
}
