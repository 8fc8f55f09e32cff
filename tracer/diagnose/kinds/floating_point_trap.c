#include "diagnose/kind.h"

#include "base/cleanup.h"

#include <string.h>

static const struct {
    const char *code, *meaning;
} codes[] = {
    {"FPE_FLTDIV", "a floating-point number was divided by 0"},
    {"FPE_FLTOVF", "a floating-point result is too large for its type"},
    {"FPE_FLTUND", "a floating-point result is too small for its type"},
    {"FPE_FLTRES", "a floating-point result is not exact"},
    {"FPE_FLTINV", "a floating-point operation has no result, such as 0.0 / 0.0 or the root of a negative number"},
};

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!tr_facts_signal(facts, "SIGFPE", NULL) || !facts->signal->code)
        return false;
    for (size_t i = 0; i < TR_COUNT(codes); i++) {
        if (strcmp(codes[i].code, facts->signal->code) != 0)
            continue;
        finding->summary = tr_arena_printf(facts->arena, "%s at %s", codes[i].meaning, tr_facts_place(facts));
        finding->confidence = TR_CONFIDENCE_VERIFIED;
        finding->proof = tr_arena_printf(facts->arena, "the processor says so: %s", codes[i].code);
        finding->hint = "the program asked for such traps (feenableexcept): look at the operands on that line";
        return true;
    }
    return false;
}

const struct tr_kind_rule tr_kind_rule_floating_point_trap = {
    .kind = TR_KIND_FLOATING_POINT_TRAP,
    .cwe = 682,
    .explanation = "Usually a floating-point operation without a proper result gives infinity or NaN and the program "
                   "goes on. This program, or "
                   "a library in it, has asked the processor to stop instead.",
    .match = match,
};
