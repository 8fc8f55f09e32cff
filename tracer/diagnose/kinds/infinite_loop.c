/*
 * A loop that cannot end, told from two moments at the time limit (report->loop): a condition in which nothing changes,
 * one that moves away from its bound or steps over it, one that is always true, a list that leads back into itself.
 * What may still end by itself is left to kind slow.
 */
#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/condition_form.h"
#include "diagnose/kind.h"
#include "diagnose/lock_chain.h"
#include "diagnose/loop_condition.h"

#include <inttypes.h>
#include <string.h>

/* Whether the condition is a number, or missing, and so always true. */
static bool is_always(const struct tr_loop *loop)
{
    static const char *const words[] = {"1", "true", "TRUE"};
    if (!loop->condition)
        return strcmp(loop->node, "for_statement") == 0;
    for (size_t i = 0; i < TR_COUNT(words); i++)
        if (strcmp(loop->condition, words[i]) == 0)
            return true;
    return false;
}

/* "x = 1" where "x == 1" was meant: the value is that of the right side. */
static bool assigns_constant(const struct tr_loop *loop)
{
    const struct tr_evaluated *whole = tr_loop_condition(loop), *right = NULL;
    if (!whole || loop->by_exit == TR_TRUE || strcmp(whole->node, "assignment_expression") != 0)
        return false;
    TR_EACH(const struct tr_evaluated, part, &loop->after)
    {
        if (part->parent.known && part->parent.value == 0)
            right = part;
    }
    return right && strcmp(right->node, "number_literal") == 0 && right->word.known && right->word.value;
}

/* The first function that the loop calls and that takes input; NULL when it calls none. */
static const char *takes_input(const struct tr_loop *loop)
{
    static const char *const functions[] = {"scanf",        "fscanf",  "getchar",    "getc",        "fgetc",
                                            "fgets",        "getline", "fread",      "read",        "std::getline",
                                            "std::cin.get", "cin.get", "std::scanf", "std::getchar",
                                            "std::cin",     "cin"};
    if (loop->dry_call)
        return loop->dry_call;
    TR_EACH(const char, call, &loop->calls)
    for (size_t i = 0; i < TR_COUNT(functions); i++)
        if (strcmp(call, functions[i]) == 0)
            return call;
    return NULL;
}

static struct tr_expression *expression_of(const struct tr_facts *facts, const struct tr_loop *loop,
                                           const struct tr_leaves *leaves)
{
    const struct tr_evaluated *whole = tr_loop_condition(loop);
    if (!whole)
        return NULL;
    struct tr_expression *expression = tr_arena_new(facts->arena, struct tr_expression);
    *expression = (struct tr_expression){.text = whole->text, .node = whole->node, .range = whole->range};
    for (size_t i = 0; i < leaves->count; i++) {
        const struct tr_evaluated *leaf = leaves->items[i].after;
        struct tr_operand *operand = tr_list_new(facts->arena, &expression->operands, struct tr_operand);
        *operand = (struct tr_operand){.text = leaf->text,
                                       .type = leaf->type,
                                       .value = leaf->value,
                                       .points_to = leaf->points_to,
                                       .role = leaves->count == 1 ? TR_ROLE_CULPRIT : TR_ROLE_INPUT};
    }
    return expression;
}

/* "node goes round in a list that leads back into itself: …". */
static void add_circle(const struct tr_facts *facts, const struct tr_loop *loop, struct tr_str *text)
{
    tr_str_printf(text, " does not become false: %s goes round in a list that leads back into itself",
                  tr_facts_name(facts, loop->circle));
    if (loop->circle_from)
        tr_str_printf(text,
                      ": behind the node at 0x%" PRIx64 " comes the one at 0x%" PRIx64 " again, which is number %" PRId64
                      " from %s",
                      loop->circle_end.value, loop->circle_start.value, loop->circle_index.value + 1,
                      tr_facts_name(facts, loop->circle_from));
    else
        tr_str_printf(text, " (%" PRId64 " node%s, one of them at 0x%" PRIx64 ")", loop->circle_nodes.value,
                      loop->circle_nodes.value == 1 ? "" : "s", loop->circle_node.value);
}

static void add_values(const struct tr_facts *facts, const struct tr_leaves *leaves, struct tr_str *text)
{
    if (leaves->unknown || !leaves->count)
        return;
    tr_str_add_text(text, " (");
    tr_leaves_add(facts, leaves, text);
    tr_str_add_char(text, ')');
}

/* What is known of a loop, as the rules below ask for it. */
struct judged {
    const struct tr_loop *loop;
    struct tr_leaves leaves;
    bool is_true;  /* the condition at the last moment */
    bool may_be_true;
    bool was_seen; /* at least a whole turn of it */
    bool stays, repeats, has_exit;
    bool is_exit_told; /* that its only way out is not taken is the reason */
    const struct tr_endless *endless; /* why the comparison that it is does not end it; NULL when that is not the reason */
    bool is_by_input; /* that its input gives nothing more is the reason */
    bool is_of_objects; /* what the condition gives is not known, though its parts are: it compares objects */
    const char *input;
};

static void judge(const struct tr_facts *facts, const struct tr_loop *loop, struct judged *ret)
{
    const struct tr_evaluated *whole = tr_loop_condition(loop);
    *ret = (struct judged){.loop = loop};
    tr_leaves_find(loop, &ret->leaves);
    bool ends = loop->by_exit == TR_TRUE;
    ret->is_true = whole && whole->word.known && (whole->word.value != 0) != ends;
    ret->may_be_true = !whole || !whole->word.known || ret->is_true;
    ret->was_seen = loop->turns.value > 0 && loop->was_left != TR_TRUE;
    /* Further turns began meanwhile, so that the condition was true: with the same values it is so again. */
    ret->is_of_objects = whole && !whole->word.known;
    bool was_true = !ends && (ret->is_true || (ret->is_of_objects && loop->turns.value > 1));
    ret->stays = was_true && ret->was_seen && tr_leaves_stay(facts, loop, &ret->leaves);
    ret->repeats = loop->repeats == TR_TRUE && loop->is_alone == TR_TRUE;
    ret->has_exit = loop->has_exit == TR_TRUE;
    ret->input = takes_input(loop);
}

static void add_staying(const struct tr_facts *facts, const struct judged *judged, struct tr_str *text)
{
    tr_str_add_text(text, " stays true for ever: ");
    tr_leaves_add(facts, &judged->leaves, text);
    tr_str_printf(text, " %s from one turn to the next", judged->leaves.count == 1 ? "does not change" : "do not change");
}

/* What is known by the proof alone. */
static void add_proved(const struct tr_facts *facts, const struct judged *judged, struct tr_str *text)
{
    if (judged->stays) {
        add_staying(facts, judged, text);
        return;
    }
    tr_str_add_text(text, tr_leaves_change(&judged->leaves)
                              ? " never ends: after some turns all that decides on its way is as it was"
                              : " never ends: nothing that decides on its way changes from one turn to the next");
    /* In the middle of a turn, or where optimized code keeps a variable elsewhere, they may be ones that would end it. */
    if (judged->may_be_true)
        add_values(facts, &judged->leaves, text);
}

/* What it takes gives nothing more, and the loop goes on. */
static bool explain_input(const struct tr_facts *facts, struct judged *judged, struct tr_str *text)
{
    const struct tr_loop *loop = judged->loop;
    struct tr_comparison comparison;
    bool is_dry = loop->input_at_end == TR_TRUE || loop->unread || loop->dry_call;
    bool nears_end = !judged->leaves.unknown && tr_comparison_of(loop, &comparison) &&
                     tr_comparison_turns_left(&comparison, loop->turns.value) > 0;
    if (!judged->input || !is_dry || nears_end || !judged->was_seen || !judged->may_be_true || loop->may_be_other == TR_TRUE)
        return false;
    tr_str_printf(text, " goes on and on: %s ", tr_facts_name(facts, judged->input));
    if (loop->unread)
        tr_str_printf(text, "leaves the input that is next, %s, where it is", tr_facts_quoted(facts, loop->unread));
    else
        tr_str_add_text(text, "has nothing more to give");
    tr_str_add_text(text, ", and the loop does not look at that");
    add_values(facts, &judged->leaves, text);
    return judged->is_by_input = true;
}

/* "never ends: it is left where "i == n", but i = 7, n = 10, and its steps pass over …". */
static bool explain_exit(const struct tr_facts *facts, struct judged *judged, struct tr_str *text)
{
    const struct tr_loop *loop = judged->loop;
    struct tr_comparison comparison;
    if (loop->by_exit != TR_TRUE || !judged->is_true || judged->leaves.unknown || loop->was_left == TR_TRUE ||
        !tr_comparison_of(loop, &comparison) || !(judged->endless = tr_comparison_endless(&comparison, loop->turns.value)))
        return false;
    tr_str_printf(text, " never ends: it is left only when %s, but ", tr_facts_name(facts, tr_loop_condition(loop)->text));
    tr_leaves_add(facts, &judged->leaves, text);
    tr_str_printf(text, ", and %s", judged->endless->why);
    return judged->is_exit_told = true;
}

/* Why the loop does not end, behind its condition; false when nothing says that it does not. */
static bool explain(const struct tr_facts *facts, struct judged *judged, struct tr_str *text)
{
    const struct tr_loop *loop = judged->loop;
    struct tr_comparison comparison;
    const char *why = NULL;
    bool may_leave = loop->may_leave == TR_TRUE, may_end = may_leave || loop->may_set == TR_TRUE;
    bool is_own = loop->is_alone == TR_TRUE && loop->runs_calls != TR_TRUE;
    if (explain_exit(facts, judged, text))
        return true;
    if (judged->is_true && loop->circle && !may_leave) {
        add_circle(facts, loop, text);
    } else if (assigns_constant(loop) && !may_leave && judged->was_seen) {
        tr_str_add_text(text, " is always true: it assigns, and does not compare");
    } else if (loop->by_exit != TR_TRUE && (judged->was_seen || !judged->has_exit) && (why = tr_condition_always(facts->arena, &loop->after))) {
        tr_str_printf(text, " is always true: whatever %s is, one of the two comparisons holds", tr_facts_name(facts, why));
        add_values(facts, &judged->leaves, text);
    } else if (judged->stays && !(judged->is_of_objects && judged->input) && !may_end) {
        add_staying(facts, judged, text);
    } else if (is_always(loop) && !judged->has_exit && is_own) {
        tr_str_add_text(text, " has no end and no way out");
    } else if (is_always(loop) && judged->has_exit && is_own && !may_leave && judged->was_seen) {
        tr_str_add_text(text, " never ends: nothing changes in what decides on its ways out");
    } else if (judged->is_true && !judged->leaves.unknown && !may_leave && loop->was_left != TR_TRUE && tr_comparison_of(loop, &comparison) &&
               (judged->endless = tr_comparison_endless(&comparison, loop->turns.value))) {
        tr_str_add_text(text, " does not become false: ");
        tr_leaves_add(facts, &judged->leaves, text);
        tr_str_printf(text, ", and %s", judged->endless->why);
    } else if (!explain_input(facts, judged, text)) {
        if (judged->repeats)
            add_proved(facts, judged, text);
        return judged->repeats;
    }
    return true;
}

static void set_confidence(const struct judged *judged, struct tr_finding *finding)
{
    const struct tr_loop *loop = judged->loop;
    bool may_leave = judged->has_exit && loop->may_leave != TR_FALSE && !judged->is_exit_told, is_proved = judged->repeats && loop->may_be_other != TR_TRUE;
    finding->confidence = is_proved                           ? TR_CONFIDENCE_VERIFIED
                          : may_leave && !judged->repeats ? TR_CONFIDENCE_POSSIBLE
                                                              : TR_CONFIDENCE_LIKELY;
    if (is_proved)
        finding->proof = "instruction by instruction, what differs after a turn, or a few, decides neither where the thread goes on nor "
                         "which memory it uses, and no other thread that could run, nor a signal handler, exists: all further turns go the same way";
}

/* The other threads of the proof, none of which can run: what they wait for. @return whether there are any. */
static bool add_blocked(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_thread *primary = tr_facts_thread(facts);
    size_t count = 0;
    TR_EACH(const struct tr_lock, lock, &facts->report->locks)
    {
        if (!primary || lock->thread.value == primary->id.value || count++ >= TR_LOCK_CHAIN)
            continue;
        tr_auto_str struct tr_str text = {0};
        tr_lock_add(lock, &text);
        tr_lock_add_place(&text, " at ", lock->waits_at);
        if (lock->owner.known && !tr_lock_is_join(lock))
            tr_str_printf(&text, lock->owner.value == primary->id.value ? ", which this thread holds" : ", which thread %" PRId64 " holds",
                          lock->owner.value);
        tr_finding_add(facts, finding, NULL, "thread %" PRId64 " cannot change it: it waits for %s", lock->thread.value, tr_str_text(&text));
    }
    return count > 0;
}

static const char *hint(const struct judged *judged)
{
    const struct tr_loop *loop = judged->loop;
    if (loop->library)
        return "see what the call was given: a list that leads back into itself, a lock that nobody gives back";
    if (!loop->location->line.known)
        return tr_loop_hint_lines(loop->location->file);
    if (loop->has_block_behind == TR_TRUE)
        return "take the ';' behind the condition away: it is the whole body of the loop, and the block that follows is not part of it";
    if (judged->is_by_input)
        return loop->unread ? "see what the input function returns: take away what it does not understand, or stop there"
                            : "see what the input function returns: at the end of the input it says so, and the loop should stop there";
    if (assigns_constant(loop))
        return "a comparison is written with ==";
    if (judged->stays)
        return "see where the values in the condition should have changed inside the loop, and why these values came in";
    if (judged->endless)
        return judged->endless->hint;
    if (judged->repeats && tr_leaves_change(&judged->leaves))
        return "it goes round in a circle: see which of the values that come again should not, or should end it";
    return "see what should have ended the loop: its condition, or a way out inside";
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    const struct tr_loop *loop = facts->report->loop;
    struct judged judged;
    if (!facts->timed_out || !loop || !loop->location || loop->sleeps == TR_TRUE)
        return false;
    judge(facts, loop, &judged);
    tr_auto_str struct tr_str text = {0};
    tr_loop_add_condition(facts, loop, &text);
    if (!explain(facts, &judged, &text))
        return false;
    finding->summary = tr_arena_strdup(facts->arena, tr_str_text(&text));
    finding->location = loop->location;
    finding->expression = expression_of(facts, loop, &judged.leaves);
    set_confidence(&judged, finding);
    tr_loop_add_evidence(facts, loop, finding);
    if (judged.repeats && loop->may_be_other == TR_TRUE)
        tr_finding_add(facts, finding, NULL, "it goes round for ever; in optimized code the lines may be those of another loop that is the same");
    finding->hint = judged.repeats && add_blocked(facts, finding)
                        ? "it waits for a change that no thread is left to make: see what the others wait for"
                        : hint(&judged);
    return true;
}

const struct tr_kind_rule tr_kind_rule_infinite_loop = {
    .kind = TR_KIND_INFINITE_LOOP,
    .cwe = 835,
    .explanation = "A loop ends when its condition becomes false. Here it does not: the loop does not change what the "
                   "condition looks at, changes it so that it never comes to the end (the wrong direction, a step past it, a type "
                   "too small for it), or comes back to where it was.",
    .match = match,
};
