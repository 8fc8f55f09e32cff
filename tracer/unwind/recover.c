#include "unwind/unwind_internal.h"

#include <stddef.h>
#include <string.h>
#include <ucontext.h>

enum {
    WORD = 8,
    /* A frame without CFI may be this large; beyond, a frame pointer is taken for something else. */
    LARGEST_GUESSED_FRAME = 1 << 20,
    PROLOGUE_SEARCH = 1024,
    SAVED_FRAME_SEARCH = 1024,
    GUESSES = 3,
};

#define BIT(number) (UINT32_C(1) << (number))

static uint32_t callee_saved(void)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < TR_DWARF_REGISTERS; i++)
        mask |= tr_register_callee_saved(i) ? BIT(i) : 0;
    return mask;
}

/* The registers after a "ret" from where @p registers are, if a return address is on top of the stack. */
static bool pop(const struct tr_images *images, const uint64_t *registers, struct recovery *ret)
{
    uint64_t pc;
    if (!tr_memory_read_u64(images->memory, registers[TR_DWARF_RSP], &pc) || !tr_maps_executable(images->maps, pc))
        return false;
    memcpy(ret->registers, registers, sizeof(ret->registers));
    ret->registers[TR_DWARF_RIP] = pc;
    ret->registers[TR_DWARF_RSP] += WORD;
    ret->in_call = !is_signal_trampoline(images, pc);
    return true;
}

bool recover_bad_pc(const struct tr_images *images, const uint64_t *registers, struct recovery *ret)
{
    if (tr_maps_executable(images->maps, registers[TR_DWARF_RIP]) || !pop(images, registers, ret))
        return false;
    /* The callee never ran: all registers are still the caller's. */
    ret->known = BIT(TR_DWARF_REGISTERS) - 1;
    ret->trust = TR_TRUST_REPAIRED;
    return true;
}

/* A C library without CFI for its trampoline (musl): the kernel's frame is at rsp (struct rt_sigframe of Linux). */
static bool from_signal_context(const struct tr_images *images, const uint64_t *registers, struct recovery *ret)
{
    static const struct {
        unsigned dwarf;
        int slot;
    } slots[] = {
        {0, REG_RAX},  {1, REG_RDX},  {2, REG_RCX},  {3, REG_RBX},  {4, REG_RSI},  {5, REG_RDI},
        {6, REG_RBP},  {7, REG_RSP},  {8, REG_R8},   {9, REG_R9},   {10, REG_R10}, {11, REG_R11},
        {12, REG_R12}, {13, REG_R13}, {14, REG_R14}, {15, REG_R15}, {16, REG_RIP},
    };
    gregset_t saved;
    uint64_t context = registers[TR_DWARF_RSP] + offsetof(ucontext_t, uc_mcontext.gregs);
    if (!is_signal_trampoline(images, registers[TR_DWARF_RIP])
        || !tr_memory_read(images->memory, context, saved, sizeof(saved)))
        return false;
    for (size_t i = 0; i < TR_COUNT(slots); i++)
        ret->registers[slots[i].dwarf] = (uint64_t)saved[slots[i].slot];
    ret->known = BIT(TR_DWARF_REGISTERS) - 1;
    ret->in_call = false;
    ret->trust = TR_TRUST_GUESS;
    return true;
}

static bool from_frame_pointer(const struct tr_images *images, const uint64_t *registers, struct recovery *ret)
{
    uint64_t frame = registers[TR_DWARF_RBP], sp = registers[TR_DWARF_RSP], saved[2];
    bool plausible = frame % WORD == 0 && frame >= sp && frame - sp <= LARGEST_GUESSED_FRAME;
    if (!plausible || !tr_memory_read(images->memory, frame, saved, sizeof(saved))
        || !is_return_address(images, saved[1]))
        return false;
    memcpy(ret->registers, registers, sizeof(ret->registers));
    ret->registers[TR_DWARF_RIP] = saved[1];
    ret->registers[TR_DWARF_RSP] = frame + sizeof(saved);
    ret->registers[TR_DWARF_RBP] = saved[0];
    ret->known = BIT(TR_DWARF_RIP) | BIT(TR_DWARF_RSP) | BIT(TR_DWARF_RBP);
    ret->in_call = true;
    ret->trust = TR_TRUST_GUESS;
    return true;
}

static bool from_top_of_stack(const struct tr_images *images, const uint64_t *registers, struct recovery *ret)
{
    if (!pop(images, registers, ret) || (ret->in_call && !is_return_address(images, ret->registers[TR_DWARF_RIP])))
        return false;
    ret->known = callee_saved();
    ret->trust = TR_TRUST_GUESS;
    return true;
}

/* Whether "push rbp; mov rbp, rsp" stands shortly before @p pc: then rbp is its frame, else maybe a caller's. */
static bool follows_prologue(const struct tr_images *images, uint64_t pc)
{
    static const unsigned char prologues[][4] = {{0x55, 0x48, 0x89, 0xe5}, {0x55, 0x48, 0x8b, 0xec}};
    unsigned char code[PROLOGUE_SEARCH];
    const struct tr_mapping *mapping = tr_maps_find(images->maps, pc);
    uint64_t start = pc < sizeof(code) ? 0 : pc - sizeof(code);
    if (mapping && start < mapping->start)
        start = mapping->start;
    size_t size = tr_memory_read_some(images->memory, start, code, pc - start);
    for (size_t i = 0; i + sizeof(prologues[0]) <= size; i++)
        if (memcmp(code + i, prologues[0], sizeof(prologues[0])) == 0
            || memcmp(code + i, prologues[1], sizeof(prologues[1])) == 0)
            return true;
    return false;
}

typedef bool guess_fn(const struct tr_images *images, const uint64_t *registers, struct recovery *ret);

/* The plausible callers, the most plausible first. Code that is in a call has pushed more than a return address. */
static size_t guesses(const struct tr_images *images, const uint64_t *registers, bool in_call,
                      struct recovery ret[GUESSES])
{
    guess_fn *order[GUESSES] = {from_signal_context, from_top_of_stack, from_frame_pointer};
    if (follows_prologue(images, registers[TR_DWARF_RIP])) {
        order[1] = from_frame_pointer;
        order[2] = from_top_of_stack;
    }
    size_t count = 0;
    for (size_t i = 0; i < GUESSES; i++)
        if (!in_call || order[i] != from_top_of_stack)
            count += order[i](images, registers, &ret[count]);
    return count;
}

/* Whether the walk from a recovered caller ends at a root, through nothing but calls. */
static bool reaches_root(struct tr_unwinder *unwinder, const struct recovery *from)
{
    struct walker walker = {0};
    struct recovery caller;
    uint64_t registers[TR_DWARF_REGISTERS];
    bool started = walker_start(&walker, unwinder, from->registers, from->in_call);
    for (size_t frames = 0; started && frames < TR_LIMIT_TRIAL_FRAMES; frames++) {
        switch (walker_step(&walker)) {
        case STEP_ROOT:
            return true;
        case STEP_FRAME:
            if (walker.in_call && !is_return_address(unwinder->images, walker.pc))
                return false;
            break;
        case STEP_NO_TABLE:
            walker_registers(&walker, registers);
            if (!recover_by_guess(unwinder, registers, walker.in_call, false, &caller))
                return false;
            started = walker_start(&walker, unwinder, caller.registers, caller.in_call);
            break;
        default:
            return false;
        }
    }
    return started;
}

bool recover_by_guess(struct tr_unwinder *unwinder, const uint64_t *registers, bool in_call, bool prove,
                      struct recovery *ret)
{
    struct recovery candidates[GUESSES];
    size_t count = guesses(unwinder->images, registers, in_call, candidates);
    for (size_t i = 0; prove && i < count; i++)
        if (reaches_root(unwinder, &candidates[i]))
            return *ret = candidates[i], true;
    if (count)
        *ret = candidates[0];
    return count > 0;
}

/* The next place above @p at where code with a frame pointer has saved its caller's: {saved rbp, return address}. */
static uint64_t next_saved_frame(const struct tr_images *images, uint64_t at)
{
    uint64_t words[2];
    for (uint64_t place = at; place - at < SAVED_FRAME_SEARCH; place += WORD) {
        if (!tr_memory_read(images->memory, place, words, sizeof(words)))
            return 0;
        if (words[0] > place && words[0] % WORD == 0 && words[0] - place <= LARGEST_GUESSED_FRAME
            && is_return_address(images, words[1]))
            return place;
    }
    return 0;
}

/* Try the return address @p pc that lies at @p at, with each frame pointer that its function may have had. */
static bool try_return_address(struct tr_unwinder *unwinder, const uint64_t *registers, uint64_t at, uint64_t pc,
                               uint64_t below, struct recovery *ret)
{
    /* What lies below a return address is the saved frame pointer, unless that has been overwritten too. */
    const uint64_t frame_pointers[] = {below, next_saved_frame(unwinder->images, at + WORD), registers[TR_DWARF_RBP]};
    for (size_t i = 0; i < TR_COUNT(frame_pointers); i++) {
        struct recovery found = {
            .known = BIT(TR_DWARF_RIP) | BIT(TR_DWARF_RSP), .in_call = true, .trust = TR_TRUST_SCAN};
        memcpy(found.registers, registers, sizeof(found.registers));
        found.registers[TR_DWARF_RIP] = pc;
        found.registers[TR_DWARF_RSP] = at + WORD;
        found.registers[TR_DWARF_RBP] = frame_pointers[i];
        if (reaches_root(unwinder, &found))
            return *ret = found, true;
    }
    return false;
}

bool recover_by_scan(struct tr_unwinder *unwinder, const uint64_t *registers, uint64_t start, struct recovery *ret)
{
    const struct tr_images *images = unwinder->images;
    uint64_t words[2];
    start = (start + WORD - 1) & ~(uint64_t)(WORD - 1);
    for (uint64_t at = start; at - start < TR_LIMIT_STACK_SCAN; at += WORD) {
        if (at < WORD || !tr_memory_read(images->memory, at - WORD, words, sizeof(words)))
            return false;
        if (is_return_address(images, words[1]) && try_return_address(unwinder, registers, at, words[1], words[0], ret))
            return true;
    }
    return false;
}
