#include "diagnose/kind.h"

#include "base/cleanup.h"

#include <string.h>

static const char *focus_line(const struct tr_frame *frame)
{
    const struct tr_source *source = frame->source;
    int64_t index = source ? source->focus.value - source->first_line.value : -1;
    return index >= 0 && (uint64_t)index < source->lines.count ? source->lines.items[index] : NULL;
}

static bool names_trap(const char *line)
{
    static const char *const words[] = {"trap", "unreachable", "abort", "assert"};
    for (size_t i = 0; i < TR_COUNT(words); i++)
        if (strstr(line, words[i]))
            return true;
    return false;
}

/* A line after which a function can reach its end: a closing brace alone, or a condition. */
static bool can_fall_off(const char *line)
{
    static const char *const words[] = {"if", "else", "for", "while", "switch", "case", "default"};
    bool has_brace = line[strspn(line, " \t")] == '}';
    line += strspn(line, " \t}");
    size_t length = strspn(line, "abcdefghijklmnopqrstuvwxyz");
    for (size_t i = 0; i < TR_COUNT(words); i++)
        if (strlen(words[i]) == length && strncmp(line, words[i], length) == 0)
            return true;
    return line[strspn(line, " \t\r")] == '\0' && has_brace;
}

/* Behind the trap: padding, the first instruction of the next function, or the load of a value to return from the
 * frame. */
static bool ends_function(const struct tr_facts *facts, bool *ret_loads)
{
    enum { TRAP = 2, ALIGNMENT = 16 };
    static const struct {
        unsigned char bytes[4];
        size_t size;
    } loads[] = {{{0x8b, 0x45}, 2},
                 {{0x48, 0x8b, 0x45}, 3},
                 {{0x8a, 0x45}, 2},
                 {{0x0f, 0xb6, 0x45}, 3},
                 {{0x0f, 0xb7, 0x45}, 3},
                 {{0xf3, 0x0f, 0x10, 0x45}, 4},
                 {{0xf2, 0x0f, 0x10, 0x45}, 4}};
    struct tr_word pc = tr_facts_register(facts, "rip");
    unsigned char next[4];
    if (!pc.known || !tr_facts_read(facts, pc.value + TRAP, next, sizeof(next)))
        return false;
    *ret_loads = false;
    for (size_t i = 0; i < TR_COUNT(loads); i++)
        *ret_loads = *ret_loads || memcmp(next, loads[i].bytes, loads[i].size) == 0;
    bool is_padding = next[0] == 0xcc || next[0] == 0x90 || next[0] == 0x66 || next[0] == 0x2e ||
                      (next[0] == 0x0f && next[1] == 0x1f);
    bool is_start = (pc.value + TRAP) % ALIGNMENT == 0 && (next[0] == 0x55 || next[0] == 0xf3);
    return is_padding || is_start || *ret_loads;
}

/* clang -fsanitize-trap=return: ud1 with check number 11. */
static bool is_checked(const struct tr_facts *facts)
{
    const struct tr_instruction_view *view = facts->report->instruction;
    return view && view->bytes && strcmp(view->bytes, "670fb9400b") == 0;
}

/*
 * clang ends a C++ function that lacks a return with ud2, without a line of its own: it counts to the line before it in
 * the code. __builtin_trap() and the like stand on lines of their own.
 */
/* The brace at the margin that ends the function, when the excerpt reaches it: the line table points somewhere before.
 */
static void take_end(const struct tr_frame *frame, struct tr_location *location)
{
    const struct tr_source *source = frame->source;
    for (int64_t line = source ? source->focus.value : 0, index; source && location; line++) {
        index = line - source->first_line.value;
        if (index < 0 || (uint64_t)index >= source->lines.count)
            return;
        const char *text = source->lines.items[index];
        if (text[0] == '}') {
            location->line = tr_number(line);
            location->column = (struct tr_number){0};
            return;
        }
    }
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    const char *language = facts->report->program ? facts->report->program->language : NULL;
    if (!tr_facts_signal(facts, "SIGILL", NULL) || !frame || tr_facts_library_frame(facts))
        return false;
    const char *line = focus_line(frame), *text = tr_facts_instruction(facts);
    bool loads, falls_off = language && strncmp(language, "C++", 3) == 0 && strncmp(text, "ud2", 3) == 0 && line &&
                            !names_trap(line) && ends_function(facts, &loads) && (loads || can_fall_off(line));
    if (!is_checked(facts) && !falls_off)
        return false;
    take_end(frame, finding->location);
    finding->summary =
        tr_arena_printf(facts->arena, "%s reached its end, behind %s, without returning a value",
                        frame->function ? tr_facts_name(facts, frame->function) : "a function", tr_facts_place(facts));
    finding->confidence = is_checked(facts) ? TR_CONFIDENCE_VERIFIED : TR_CONFIDENCE_LIKELY;
    if (is_checked(facts))
        finding->proof = "the instruction is the compiler's own check for that (-fsanitize-trap=return)";
    finding->hint = "find the path through the function that has no return: an if without else, a switch without "
                    "default, a loop that ended. "
                    "-Wall names it (-Wreturn-type)";
    return true;
}

const struct tr_kind_rule tr_kind_rule_missing_return = {
    .kind = TR_KIND_MISSING_RETURN,
    .cwe = 758,
    .explanation = "A C++ function that promises a value must return one on every path. Where it reaches its closing "
                   "brace instead, the compiler may "
                   "put anything: a trap, or nothing at all, so that the program runs on into other code.",
    .match = match,
};
