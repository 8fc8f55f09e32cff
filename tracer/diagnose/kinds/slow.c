/*
 * The time ran out while the program computed, and nothing shows that it would never have ended.
 */
#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/kind.h"
#include "diagnose/loop_condition.h"

#include <inttypes.h>
#include <string.h>

/* "3.2 min". */
static const char *duration(const struct tr_facts *facts, long double seconds)
{
    static const struct {
        long double from, unit;
        const char *name;
    } units[] = {{2 * 365.0L * 86400, 365.0L * 86400, "years"}, {2 * 86400, 86400, "days"}, {2 * 3600, 3600, "h"}, {120, 60, "min"}, {1, 1, "s"}};
    for (size_t i = 0; i < TR_COUNT(units); i++)
        if (seconds >= units[i].from)
            return tr_arena_printf(facts->arena, "about %.2Lg %s", seconds / units[i].unit, units[i].name);
    return "less than a second";
}

/* "becomes false in about 1000 more turns, at some 2e+07 a second in about 50 s (i = 3, n = 1003)". */
static bool add_progress(const struct tr_facts *facts, const struct tr_loop *loop, const struct tr_leaves *leaves,
                         struct tr_str *text)
{
    struct tr_comparison comparison;
    if (leaves->unknown || loop->was_left == TR_TRUE || !tr_comparison_of(loop, &comparison))
        return false;
    long double left = tr_comparison_turns_left(&comparison, loop->turns.value);
    long double pace = tr_comparison_pace(&comparison, loop->turns.value, loop->free_us.value);
    if (left <= 0)
        return false;
    if (loop->by_exit == TR_TRUE)
        tr_str_printf(text, " is left when %s, in about %.3Lg more turns", tr_facts_name(facts, tr_loop_condition(loop)->text), left);
    else
        tr_str_printf(text, " becomes false in about %.3Lg more turns", left);
    if (pace > 0)
        tr_str_printf(text, ", at some %.2Lg a second", pace);
    if (pace > 0 && !loop->outer_line.known)
        tr_str_printf(text, " in %s", duration(facts, left / pace));
    tr_str_add_text(text, " (");
    tr_leaves_add(facts, leaves, text);
    tr_str_add_char(text, ')');
    return true;
}

/* What the loop shows of the way to its end, or who might end it. */
static void add_outlook(const struct tr_facts *facts, const struct tr_loop *loop, struct tr_finding *finding)
{
    struct tr_leaves leaves;
    const struct tr_evaluated *whole = tr_loop_condition(loop);
    tr_leaves_find(loop, &leaves);
    bool is_true = whole && loop->by_exit != TR_TRUE && whole->word.known && whole->word.value != 0;
    tr_auto_str struct tr_str text = {0};
    tr_loop_add_condition(facts, loop, &text);
    long double outer_left = tr_loop_outer_left(loop);
    if (outer_left > 0) {
        text.size = 0;
        tr_str_printf(&text, "%s at line %" PRId64 " becomes false in %s of processor time, at the present pace",
                      tr_facts_name(facts, loop->outer), loop->outer_line.value, duration(facts, outer_left));
        finding->hint = "it makes progress: give it more time, less to do, or a better algorithm";
    } else if (add_progress(facts, loop, &leaves, &text)) {
        finding->hint = "it makes progress: give it more time, less to do, or a better algorithm";
    } else if (loop->repeats == TR_TRUE && loop->is_alone != TR_TRUE) {
        tr_str_add_text(&text, " waits without rest for what another thread, process or signal handler has to change");
        finding->hint =
            "a wait without rest uses a whole processor: let it sleep until it is woken (a condition variable, pause)";
    } else if (is_true && loop->end_line.known && !leaves.unknown && leaves.count) {
        tr_str_add_text(&text, " has stayed true so far (");
        tr_leaves_add(facts, &leaves, &text);
        tr_str_printf(&text, "); what may end the loop is at line %" PRId64, loop->end_line.value);
    } else {
        return;
    }
    finding->summary = tr_arena_printf(facts->arena, "%s: %s", finding->summary, tr_str_text(&text));
    finding->confidence = TR_CONFIDENCE_LIKELY;
}

/* The outermost of the frames that are of the same function as the first: how deep, and with which arguments. */
static void add_recursion(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_thread *primary = tr_facts_thread(facts);
    const struct tr_frame *first = tr_facts_frame(facts), *last = NULL;
    int64_t depth = 0;
    if (!first || !first->function)
        return;
    TR_EACH(const struct tr_frame, frame, &primary->frames)
    {
        if (!frame->function || strcmp(frame->function, first->function) != 0 || frame->inlined == TR_TRUE)
            continue;
        depth++;
        last = frame;
    }
    if (primary->repeated && primary->repeated->times.known)
        depth += primary->repeated->times.value;
    if (depth < 3)
        return;
    finding->summary = tr_arena_printf(facts->arena, "%s: %s calls itself, and is %" PRId64 " calls deep", finding->summary,
                                       tr_facts_name(facts, first->function), depth);
    TR_EACH(const struct tr_variable, argument, &first->arguments)
    {
        TR_EACH(const struct tr_variable, outer, &last->arguments)
        {
            if (argument->value && outer->value && strcmp(argument->name, outer->name) == 0)
                tr_finding_add(facts, finding, tr_facts_frame_ref(facts, first), "%s is %s in the innermost call, %s in the outermost",
                               tr_facts_name(facts, argument->name), tr_facts_name(facts, argument->value),
                               tr_facts_name(facts, outer->value));
        }
    }
    finding->hint = "see whether each call comes closer to the case that ends the recursion, and how many calls each one makes: "
                    "two a call double with every level";
}

/* The last call of the primary thread that has returned; SIZE_MAX when there is none. */
static size_t last_returned(const struct tr_facts *facts)
{
    const struct tr_syscalls *calls = facts->report->syscalls;
    const struct tr_thread *primary = tr_facts_thread(facts);
    for (size_t i = calls && primary ? calls->recent.count : 0; i-- > 0;) {
        const struct tr_syscall *call = tr_list_at(&calls->recent, struct tr_syscall, i);
        if (call->result && !call->process.known && call->thread.value == primary->id.value)
            return i;
    }
    return SIZE_MAX;
}

/* The call that the thread made last, when it has failed again and again in the same way. */
static void add_retries(const struct tr_facts *facts, struct tr_finding *finding)
{
    enum { MANY = 100 };
    size_t index = last_returned(facts);
    const struct tr_syscall *last =
        index == SIZE_MAX ? NULL : tr_list_at(&facts->report->syscalls->recent, struct tr_syscall, index);
    if (!last || !last->error || !last->times.known || last->times.value < MANY)
        return;
    finding->summary = tr_arena_printf(facts->arena, "%s: %s has failed %" PRId64 " times with %s, and is tried again", finding->summary,
                                       tr_facts_name(facts, last->name), last->times.value, tr_facts_name(facts, last->error));
    tr_finding_add(facts, finding, tr_arena_printf(facts->arena, "/syscalls/recent/%zu", index), "the call is %s",
                   tr_facts_name(facts, last->text));
    finding->hint = "it tries the same without rest: see why that should succeed some time, wait in between, or give up after some tries";
    finding->confidence = TR_CONFIDENCE_LIKELY;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    if (!facts->timed_out)
        return false;
    finding->summary = tr_arena_printf(facts->arena, "still running%s, at %s", tr_facts_after(facts),
                                       tr_facts_place(facts));
    finding->confidence = TR_CONFIDENCE_POSSIBLE;
    const struct tr_frame *frame = tr_facts_frame(facts);
    if (frame)
        finding->hint = frame->line.known
                            ? "see whether the condition of the loop around that line can ever become false with these values"
                            : tr_loop_hint_lines(frame->file);
    const struct tr_loop *loop = facts->report->loop;
    if (loop && loop->location && loop->sleeps != TR_TRUE) {
        finding->location = loop->location;
        tr_loop_add_evidence(facts, loop, finding);
        add_outlook(facts, loop, finding);
    } else {
        add_recursion(facts, finding);
    }
    if (finding->confidence == TR_CONFIDENCE_POSSIBLE)
        add_retries(facts, finding);
    return true;
}

const struct tr_kind_rule tr_kind_rule_slow = {
    .kind = TR_KIND_SLOW,
    .explanation =
        "The time ran out while the program was computing. Whether it would ever have ended cannot be told from one "
        "look; the stack and the variables show how far it had come.",
    .match = match,
};
