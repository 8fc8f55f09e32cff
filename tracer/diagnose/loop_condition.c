#include "diagnose/loop_condition.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/condition_form.h"
#include "diagnose/evaluated.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_stored(const struct tr_evaluated *expression)
{
    static const char *const nodes[] = {"identifier",         "field_expression",     "subscript_expression",
                                        "pointer_expression", "qualified_identifier", "this"};
    for (size_t i = 0; i < TR_COUNT(nodes); i++)
        if (strcmp(expression->node, nodes[i]) == 0)
            return true;
    return false;
}

/* Calls that change nothing, and give the same for the same arguments. By the name as written, or of a std:: member. */
static bool is_pure_call(const struct tr_evaluated *expression)
{
    static const char *const names[] = {"strlen",  "strnlen", "strcmp",  "strncmp", "strcasecmp", "strchr",  "strrchr", "strstr",
                                        "strspn",  "strcspn", "strpbrk", "memcmp",  "memchr",     "isalpha", "isdigit", "isalnum",
                                        "isspace", "isupper", "islower", "toupper", "tolower",    "abs",     "find",    "rfind",
                                        "find_first_of", "compare", "count", "at", "sqrt", "fabs", "floor"};
    size_t end = strcspn(expression->text, "("), start = end;
    if (strcmp(expression->node, "call_expression") != 0)
        return false;
    while (start && (strspn(expression->text + start - 1, "_abcdefghijklmnopqrstuvwxyz")))
        start--;
    bool is_member = start && (expression->text[start - 1] == '.' || expression->text[start - 1] == '>');
    if (is_member && !(expression->callee && strncmp(expression->callee, "std::", 5) == 0))
        return false;
    for (size_t i = 0; i < TR_COUNT(names); i++)
        if (strlen(names[i]) == end - start && memcmp(names[i], expression->text + start, end - start) == 0)
            return true;
    return false;
}

/* A call of a member function that only looks: its value was read from the object. */
static bool looks(const struct tr_evaluated *expression) { return expression->object.known && expression->value; }

static const struct tr_evaluated *parent_in(const struct tr_list *list, const struct tr_evaluated *expression)
{
    int64_t parent = expression->parent.known ? expression->parent.value : -1;
    return parent >= 0 && (size_t)parent < list->count ? tr_list_at(list, const struct tr_evaluated, parent) : NULL;
}

/* Whether it is what a call consists of other than its arguments, or a part of a call that only looks. */
static bool is_of_call(const struct tr_list *list, const struct tr_evaluated *expression)
{
    const struct tr_evaluated *parent = parent_in(list, expression);
    for (; parent; expression = parent, parent = parent_in(list, expression)) {
        bool is_callee = expression->part && strcmp(expression->part, "callee") == 0;
        if (strcmp(parent->node, "call_expression") == 0 && (is_callee || looks(parent)))
            return true;
    }
    return false;
}

/* A global variable may have no address of its own either: clang packs what is only ever 0 or 1 into a byte. */
static bool is_global(const struct tr_facts *facts, const struct tr_evaluated *leaf)
{
    TR_EACH(const struct tr_variable, global, &facts->report->globals)
    {
        if (strcmp(global->name, leaf->text) == 0)
            return true;
    }
    return false;
}

/* Memory of which both moments are known, and that neither another thread nor a function that is called from the loop changes;
 * or a register. */
static bool is_compared(const struct tr_facts *facts, const struct tr_loop *loop, const struct tr_evaluated *leaf)
{
    bool is_own = loop->is_alone == TR_TRUE && loop->runs_calls != TR_TRUE;
    size_t count = is_own ? loop->compared.count : 1; /* else the own stack */
    const struct tr_word *address = looks(leaf) ? &leaf->object : &leaf->address;
    if (loop->runs_calls == TR_TRUE && strcmp(leaf->node, "identifier") != 0 && !looks(leaf))
        return false; /* what a pointer leads to */
    for (size_t i = 0; i < count && i < loop->compared.count; i++) {
        const struct tr_region *region = tr_list_at(&loop->compared, const struct tr_region, i);
        if (address->known && address->value >= region->start.value && address->value < region->end.value)
            return true;
    }
    return !address->known && !is_global(facts, leaf);
}

static bool differ(const struct tr_evaluated *before, const struct tr_evaluated *after)
{
    /* Of text the word is where it lies, and the value what it says. */
    if (before->word.known && after->word.known && !(after->kind == TR_VALUE_STRING && before->word.value == after->word.value))
        return before->word.value != after->word.value;
    return !before->value || !after->value || strcmp(before->value, after->value) != 0;
}

static bool differs_at(const struct tr_evaluated *moment, const struct tr_evaluated *after)
{
    return moment && moment->value && differ(moment, after);
}

static bool changes(const struct tr_leaf *leaf)
{
    return differ(leaf->before, leaf->after) || differs_at(leaf->second, leaf->after) || differs_at(leaf->earlier, leaf->after);
}

/* The branch that is not taken, the right side of && behind something false. */
static bool is_left_out(const struct tr_evaluated *expression)
{
    return !expression->value && expression->reason && strncmp(expression->reason, "not evaluated", 13) == 0;
}

bool tr_expressions_move(const struct tr_list *before, const struct tr_list *after)
{
    if (before->count != after->count || !after->count)
        return true;
    for (size_t i = 0; i < after->count; i++) {
        const struct tr_evaluated *now = tr_list_at(after, const struct tr_evaluated, i), *parent = parent_in(after, now);
        const struct tr_evaluated *then = tr_list_at(before, const struct tr_evaluated, i);
        bool is_leaf = looks(now) || (is_stored(now) && !(parent && is_stored(parent)));
        if ((is_left_out(then) && is_left_out(now)) || is_of_call(after, now))
            continue;
        bool is_call = strcmp(now->node, "call_expression") == 0 && !looks(now) && !is_pure_call(now);
        if (is_call || (is_leaf && differ(then, now)))
            return true;
    }
    return false;
}

/* The same part of the condition at another moment; NULL when that one is not known. */
static const struct tr_evaluated *same_part(const struct tr_loop *loop, const struct tr_list *moment, size_t index)
{
    return moment->count == loop->after.count ? tr_list_at(moment, const struct tr_evaluated, index) : NULL;
}

/* An assignment does not count: what it sets is a part like others. */
static bool acts(const struct tr_evaluated *expression)
{
    if (strcmp(expression->node, "update_expression") == 0)
        return true;
    return strcmp(expression->node, "call_expression") == 0 && !looks(expression) && !is_pure_call(expression);
}

/* Text that is longer than what is shown of it may change unseen. */
static bool is_cut_text(const struct tr_evaluated *expression)
{
    enum { SHOWN = 60 };
    return expression->kind == TR_VALUE_STRING && expression->value && strlen(expression->value) > SHOWN;
}

/* std::string::npos: a constant without a place in memory. */
static bool is_constant(const struct tr_evaluated *expression)
{
    static const char end[] = "::npos";
    size_t size = strlen(expression->text);
    return size >= sizeof(end) - 1 && strcmp(expression->text + size - (sizeof(end) - 1), end) == 0;
}

static bool is_known(const struct tr_leaves *leaves, const struct tr_evaluated *expression)
{
    for (size_t i = 0; i < leaves->count; i++)
        if (strcmp(leaves->items[i].after->text, expression->text) == 0)
            return true;
    return false;
}

void tr_leaves_find(const struct tr_loop *loop, struct tr_leaves *ret)
{
    *ret = (struct tr_leaves){.count = 0};
    ret->unknown = loop->before.count != loop->after.count;
    for (size_t i = 0; i < loop->after.count && !ret->unknown; i++) {
        const struct tr_evaluated *after = tr_list_at(&loop->after, const struct tr_evaluated, i);
        const struct tr_evaluated *before = tr_list_at(&loop->before, const struct tr_evaluated, i);
        const struct tr_evaluated *parent = parent_in(&loop->after, after);
        bool is_leaf = looks(after) || (is_stored(after) && !(parent && is_stored(parent)));
        if (is_of_call(&loop->after, after))
            continue;
        ret->unknown |= acts(after);
        if (!is_leaf || is_constant(after) || is_known(ret, after))
            continue;
        if (ret->count == TR_LEAVES || is_cut_text(after) || !after->value || !before->value)
            ret->unknown = true;
        else
            ret->items[ret->count++] = (struct tr_leaf){before, after, same_part(loop, &loop->earlier, i), same_part(loop, &loop->second, i)};
    }
}

bool tr_leaves_stay(const struct tr_facts *facts, const struct tr_loop *loop, const struct tr_leaves *leaves)
{
    if (leaves->unknown || !leaves->count)
        return false;
    for (size_t i = 0; i < leaves->count; i++)
        if (changes(&leaves->items[i]) || !is_compared(facts, loop, leaves->items[i].after))
            return false;
    return true;
}

bool tr_leaves_change(const struct tr_leaves *leaves)
{
    for (size_t i = 0; i < leaves->count; i++)
        if (changes(&leaves->items[i]))
            return true;
    return false;
}

const struct tr_evaluated *tr_loop_condition(const struct tr_loop *loop)
{
    return loop->after.count ? tr_list_at(&loop->after, const struct tr_evaluated, 0) : NULL;
}

/* ---- comparisons ---- */

static bool number_of(const struct tr_evaluated *expression, long double *ret)
{
    bool numeric = expression->kind == TR_VALUE_INTEGER || expression->kind == TR_VALUE_FLOAT ||
                   expression->kind == TR_VALUE_CHARACTER || expression->kind == TR_VALUE_ENUM;
    if (expression->state != TR_STATE_OK || !expression->value || !numeric)
        return false;
    bool is_signed_word = expression->kind != TR_VALUE_FLOAT && expression->word.known;
    char *end;
    *ret = is_signed_word ? tr_evaluated_is_unsigned(expression) ? (long double)expression->word.value
                                                    : (long double)(int64_t)expression->word.value
                          : strtold(expression->value, &end);
    return is_signed_word || end != expression->value;
}

/* The operator between two operands of the condition, from its text. */
static bool operator_of(const struct tr_evaluated *whole, const struct tr_evaluated *left,
                        const struct tr_evaluated *right, char ret[3])
{
    size_t from = strlen(left->text), to = strlen(whole->text) - strlen(right->text);
    if (strlen(whole->text) < strlen(right->text) || to <= from || strncmp(whole->text, left->text, from) != 0)
        return false;
    const char *at = whole->text + from;
    at += strspn(at, " )");
    size_t size = strspn(at, "<>=!");
    if (!size || size > 2)
        return false;
    memcpy(ret, at, size);
    ret[size] = '\0';
    return true;
}

/* The right side of a condition that is a number, which is true when it is not 0; no index of a part. */
#define ZERO SIZE_MAX

static const struct tr_evaluated *side_at(const struct tr_list *moment, size_t index)
{
    static const struct tr_evaluated zero = {.text = "0",
                                             .node = "number_literal",
                                             .kind = TR_VALUE_INTEGER,
                                             .state = TR_STATE_OK,
                                             .value = "0",
                                             .word = {.known = true}};
    return index == ZERO ? &zero : tr_list_at(moment, const struct tr_evaluated, index);
}

/* Left less right at one moment; @p count  parts that the condition has. */
static bool distance_at(const struct tr_list *moment, size_t count, const size_t sides[2], long double *ret)
{
    long double values[2];
    if (moment->count != count || !number_of(side_at(moment, sides[0]), &values[0]) ||
        !number_of(side_at(moment, sides[1]), &values[1]))
        return false;
    *ret = values[0] - values[1];
    return true;
}

/* The two sides of the comparison that a condition is: their indexes in @p moment. */
static bool sides_of(const struct tr_list *moment, size_t ret[2])
{
    size_t found = 0;
    const struct tr_evaluated *whole = moment->count ? tr_list_at(moment, const struct tr_evaluated, 0) : NULL;
    /* An element or a target may be another one each turn. */
    if (whole && (strcmp(whole->node, "identifier") == 0 || strcmp(whole->node, "field_expression") == 0)) {
        ret[0] = 0;
        ret[1] = ZERO;
        return true;
    }
    if (!whole || strcmp(whole->node, "binary_expression") != 0)
        return false;
    for (size_t i = 1; i < moment->count; i++) {
        const struct tr_evaluated *part = tr_list_at(moment, const struct tr_evaluated, i);
        if (!part->parent.known || part->parent.value != 0)
            continue;
        if (found == 2)
            return false;
        ret[found++] = i;
    }
    return found == 2;
}

/* Where the earlier moment lay in its turn is not known: one side may have moved already, and the other not yet. */
static bool keeps_distance(const struct tr_comparison *comparison, const struct tr_leaf *right)
{
    long double before, second;
    if (!comparison->has_second || !comparison->has_earlier || !right->second || !number_of(right->before, &before) ||
        !number_of(right->second, &second) || before == second)
        return false;
    long double move = second > before ? second - before : before - second;
    long double off = comparison->distance_earlier - comparison->distance_before;
    return comparison->distance_second == comparison->distance_before && comparison->distance == comparison->distance_before &&
           off <= move && off >= -move;
}

bool tr_comparison_of(const struct tr_loop *loop, struct tr_comparison *ret)
{
    const struct tr_list *after = &loop->after;
    size_t sides[2], count = after->count;
    *ret = (struct tr_comparison){.left = NULL};
    if (!sides_of(after, sides) || !distance_at(after, count, sides, &ret->distance) ||
        !distance_at(&loop->before, count, sides, &ret->distance_before))
        return false;
    ret->left = side_at(after, sides[0]);
    ret->right = side_at(after, sides[1]);
    ret->has_second = distance_at(&loop->second, count, sides, &ret->distance_second);
    ret->has_earlier = distance_at(&loop->earlier, count, sides, &ret->distance_earlier);
    const bool is_number = sides[1] == ZERO;
    const struct tr_leaf right = {side_at(&loop->before, sides[1]), ret->right,
                                  is_number ? NULL : same_part(loop, &loop->earlier, sides[1]),
                                  is_number ? NULL : same_part(loop, &loop->second, sides[1])};
    ret->right_stays = !changes(&right);
    ret->keeps_distance = loop->may_vary != TR_TRUE && keeps_distance(ret, &right);
    if (is_number)
        memcpy(ret->operator, "!=", sizeof("!="));
    else if (!operator_of(tr_loop_condition(loop), ret->left, ret->right, ret->operator))
        return false;
    if (loop->by_exit == TR_TRUE)
        tr_operator_negate(ret->operator);
    return ret->operator[0] != '\0';
}

/*
 * What a turn adds to the distance, if every turn adds the same: so did the first one and all together, and the free run
 * before went the same way. @return 0 otherwise: a search, a computed sequence.
 */
static long double step_of(const struct tr_comparison *comparison, int64_t turns)
{
    long double step = comparison->distance_second - comparison->distance_before;
    long double passed = comparison->distance - comparison->distance_before, off = passed - step * (long double)turns;
    long double freely = comparison->distance_before - comparison->distance_earlier;
    long double slack = (step < 0 ? -step : step) * (long double)turns * 1e-6L;
    bool is_same_way = !comparison->has_earlier || (freely > 0) == (step > 0);
    if (!comparison->has_second || turns < 2 || off > slack || off < -slack || !is_same_way)
        return 0;
    return step;
}

/* Of a positive number; beyond 64 bits every one is whole. Without libm, which the supervisor need not load. */
static long double rounded_up(long double number)
{
    if (number >= 0x1p63L)
        return number;
    long double whole = (long double)(int64_t)number;
    return whole < number ? whole + 1 : whole;
}

/* Whether the variable keeps its sign when it is compared: a negative one is no small number beside an unsigned one. */
static bool keeps_sign(const struct tr_evaluated *left, const struct tr_evaluated *right)
{
    return tr_evaluated_is_unsigned(left) || !tr_evaluated_is_unsigned(right) || (right->size.known && right->size.value < 4);
}

/* unsigned char i; i < limit, which is 256: whatever the variable holds, the comparison with that value is true. */
static bool is_true_of_all(const struct tr_comparison *comparison)
{
    const struct tr_evaluated *left = comparison->left;
    int64_t size = left->size.known ? left->size.value : 0;
    long double right;
    bool is_whole = left->kind == TR_VALUE_INTEGER || left->kind == TR_VALUE_CHARACTER;
    if (!is_whole || !is_stored(left) || size < 1 || size > 4 || !comparison->right_stays || !keeps_sign(left, comparison->right) ||
        !number_of(comparison->right, &right))
        return false;
    unsigned bits = (unsigned)size * 8;
    long double least = tr_evaluated_is_unsigned(left) ? 0 : -(long double)(1LL << (bits - 1));
    long double most = (long double)(1LL << (tr_evaluated_is_unsigned(left) ? bits : bits - 1)) - 1;
    const char *operator= comparison->operator;
    if (operator[0] == '<')
        return operator[1] ? most <= right : most < right;
    if (operator[0] == '>')
        return operator[1] ? least >= right : least > right;
    return strcmp(operator, "!=") == 0 && (right < least || right > most);
}

/* A number that begins anew behind its greatest or least value, and does so before long. */
static bool begins_anew(const struct tr_evaluated *number)
{
    bool is_whole = number->kind == TR_VALUE_INTEGER || number->kind == TR_VALUE_CHARACTER;
    int64_t size = number->size.known ? number->size.value : 0;
    return is_whole && is_stored(number) && size && (size <= 2 || (size <= 4 && tr_evaluated_is_unsigned(number)));
}

/* Whether @p step times a number is @p distance, where numbers begin anew: when it has no factor of 2 more than that. */
static bool comes_to(long double distance, long double step)
{
    if (distance >= 0x1p63L || distance <= -0x1p63L || step >= 0x1p63L || step <= -0x1p63L)
        return true;
    uint64_t off = (uint64_t)(int64_t)distance, by = (uint64_t)(int64_t)step;
    uint64_t lowest = by & (~by + 1);
    return off % lowest == 0;
}

static const struct tr_endless passes_over = {
    "its steps pass over the value that would end the loop",
    "compare with < or > instead of != or ==, or make the steps meet that value",
};
static const struct tr_endless passed = {
    "it moves away from the value that would end the loop",
    "see by what it is changed in a turn, and with what it began; with < or > the loop would have ended where it passed that value",
};
static const struct tr_endless inexact = {
    "it moves away from the value that would end the loop",
    "floating-point numbers seldom meet a value exactly (0.1 ten times is not 1): compare with < or >, or count the turns in an integer",
};
static const struct tr_endless below_zero = {
    "an unsigned number is never below 0",
    "give it a signed type, or compare before it is counted down",
};
static const struct tr_endless too_narrow = {
    "no value of its type makes it false",
    "the counter begins anew before it gets to the bound: give it a type that can hold that",
};
static const struct tr_endless alike = {
    "both sides move alike, as far as memory and their types go",
    "each turn moves the bound too: keep the bound of the beginning, or change only one of them",
};
static const struct tr_endless away = {
    "it moves away from its bound",
    "see by what it is changed in a turn: the direction or the comparison is the wrong one",
};

/* Why it never comes to the value that would end the loop, by @p step a turn; NULL when it may. */
static const struct tr_endless *misses(const struct tr_comparison *comparison, long double step)
{
    bool is_away = (step > 0) == (comparison->distance > 0);
    bool is_float = comparison->left->kind == TR_VALUE_FLOAT || comparison->right->kind == TR_VALUE_FLOAT;
    if (begins_anew(comparison->left) || begins_anew(comparison->right))
        return comes_to(comparison->distance, step) ? NULL : &passes_over;
    if (is_away)
        return is_float ? &inexact : &passed;
    long double turns_left = -comparison->distance / step;
    return turns_left == rounded_up(turns_left) ? NULL : is_float ? &inexact : &passes_over;
}

const struct tr_endless *tr_comparison_endless(const struct tr_comparison *comparison, int64_t turns)
{
    long double step = step_of(comparison, turns);
    const char *operator= comparison->operator;
    if (strcmp(operator, ">=") == 0 && tr_evaluated_is_unsigned(comparison->left) && strcmp(comparison->right->text, "0") == 0)
        return &below_zero;
    if (is_true_of_all(comparison))
        return &too_narrow;
    if (comparison->keeps_distance && turns > 1)
        return &alike;
    if (step == 0 || comparison->distance == 0)
        return NULL;
    if (strcmp(operator, "!=") == 0)
        return misses(comparison, step);
    bool is_away = (operator[0] == '<' && step < 0 && comparison->distance < 0) ||
                   (operator[0] == '>' && step > 0 && comparison->distance > 0);
    return is_away && !begins_anew(comparison->left) && !begins_anew(comparison->right) ? &away : NULL;
}

long double tr_comparison_turns_left(const struct tr_comparison *comparison, int64_t turns)
{
    long double step = is_true_of_all(comparison) ? 0 : step_of(comparison, turns);
    bool is_less = comparison->operator[0] == '<', is_more = comparison->operator[0] == '>';
    bool nears = (is_less && step > 0 && comparison->distance < 0) ||
                 (is_more && step < 0 && comparison->distance > 0) ||
                 (strcmp(comparison->operator, "!=") == 0 && step != 0 && (step > 0) != (comparison->distance > 0));
    return nears ? rounded_up(-comparison->distance / step) : 0;
}

long double tr_comparison_pace(const struct tr_comparison *comparison, int64_t turns, int64_t free_us)
{
    long double step = step_of(comparison, turns);
    if (step == 0 || !comparison->has_earlier || free_us <= 0)
        return 0;
    return (comparison->distance_before - comparison->distance_earlier) / step / (long double)free_us * 1e6L;
}

long double tr_loop_outer_left(const struct tr_loop *loop)
{
    size_t sides[2], count = loop->outer_after.count;
    long double earlier, now;
    char operator[3];
    if (!sides_of(&loop->outer_after, sides) || !distance_at(&loop->outer_after, count, sides, &now) ||
        !distance_at(&loop->outer_earlier, count, sides, &earlier) || loop->free_us.value <= 0 ||
        !operator_of(tr_list_at(&loop->outer_after, const struct tr_evaluated, 0),
                     tr_list_at(&loop->outer_after, const struct tr_evaluated, sides[0]),
                     tr_list_at(&loop->outer_after, const struct tr_evaluated, sides[1]), operator))
        return 0;
    long double gained = now - earlier;
    bool nears = (operator[0] == '<' && gained > 0 && now < 0) || (operator[0] == '>' && gained < 0 && now > 0);
    return nears ? -now / gained * (long double)loop->free_us.value * 1e-6L : 0;
}

void tr_leaves_add(const struct tr_facts *facts, const struct tr_leaves *leaves, struct tr_str *text)
{
    for (size_t i = 0; i < leaves->count; i++) {
        const struct tr_evaluated *leaf = leaves->items[i].after;
        tr_str_printf(text, "%s%s = %s", i ? ", " : "", tr_facts_name(facts, leaf->text),
                      tr_facts_value(facts, leaf->value));
    }
}

void tr_loop_add_condition(const struct tr_facts *facts, const struct tr_loop *loop, struct tr_str *text)
{
    if (loop->library)
        tr_str_printf(text, "%s, called", tr_facts_name(facts, loop->library));
    else if (loop->condition)
        tr_str_add_text(text, tr_facts_name(facts, loop->condition));
    else
        tr_str_add_text(text, "the loop");
    if (!loop->location->line.known) {
        const char *function = loop->location->function;
        tr_str_printf(text, " %s %s", function ? "in" : "at", function ? tr_facts_name(facts, function) : tr_facts_place(facts));
        return;
    }
    tr_str_printf(text, " at %s:%" PRId64, loop->location->file ? tr_facts_name(facts, loop->location->file) : "?",
                  loop->location->line.value);
    if (loop->library)
        tr_str_add_char(text, ',');
}

const char *tr_loop_hint_lines(const char *file)
{
    return file ? "optimized code has no line there: build with -O0, and the loop, its condition and the values in it are told"
                : "compile with -g, and the loop, its condition and the values in it are told";
}

void tr_loop_add_evidence(const struct tr_facts *facts, const struct tr_loop *loop, struct tr_finding *finding)
{
    const char *frame = tr_arena_printf(facts->arena, "/threads/0/frames/%" PRId64, loop->frame.value);
    const char *lines = loop->location->line.known && !loop->library ? tr_arena_printf(facts->arena, " of lines %" PRId64 " to %" PRId64,
                                                                     loop->location->line.value, loop->last_line.value)
                                                   : "";
    if (loop->turns.known && loop->turns.value)
        tr_finding_add(facts, finding, frame, "watched for %" PRId64 " turn%s%s", loop->turns.value,
                       loop->turns.value == 1 ? "" : "s", lines);
    size_t told = 0;
    TR_EACH(const struct tr_change, change, &loop->changes)
    if (told++ < TR_LEAVES)
        tr_finding_add(facts, finding, frame, "%s went from %s to %s meanwhile", tr_facts_name(facts, change->name),
                       tr_facts_name(facts, change->before), tr_facts_name(facts, change->after));
    tr_auto_str struct tr_str calls = {0};
    TR_EACH(const char, call, &loop->calls)
    tr_str_printf(&calls, "%s%s", calls.size ? ", " : "", tr_facts_name(facts, call));
    if (calls.size)
        tr_finding_add(facts, finding, NULL, "the loop calls %s", tr_str_text(&calls));
}
