#include "diagnose/kind.h"

/* A limit of the run, told as what could not be done. */
static void tell(const struct tr_facts *facts, const char *what, struct tr_finding *finding)
{
    finding->summary = tr_arena_printf(facts->arena, "%s than the limit of %s at %s", what,
                                       tr_facts_amount(facts, facts->hit.value), tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_VERIFIED;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    switch (facts->hit.bound) {
    case TR_BOUND_OPEN_FILES:
        tell(facts, "a process wanted more", finding);
        finding->proof = "the system call has just failed with EMFILE";
        finding->hint = "see which descriptors are opened and never closed";
        return true;
    case TR_BOUND_FILE_SIZE:
        tell(facts, "a file would have become larger", finding);
        finding->proof = "the kernel sent SIGXFSZ for this write";
        finding->hint = "see how much the program writes, and whether it would ever stop";
        return true;
    default:
        break;
    }
    if (!tr_facts_signal(facts, "SIGXFSZ", NULL) || !tr_facts_from_kernel(facts))
        return false;
    finding->summary = tr_arena_printf(
        facts->arena, "a file would have become larger than the limit on file sizes, at %s", tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_LIKELY;
    finding->hint = "see how much the program writes, and whether it would ever stop; ulimit -f shows the limit";
    return true;
}

const struct tr_kind_rule tr_kind_rule_file_limit = {
    .kind = TR_KIND_FILE_LIMIT,
    .cwe = 400,
    .explanation = "A process may be forbidden to make files larger than a limit, or to have more than so many open. A "
                   "write beyond the size ends the program by SIGXFSZ unless it handles that signal; opening one file too "
                   "many fails with EMFILE.",
    .match = match,
};
