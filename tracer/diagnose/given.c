#include "diagnose/given.h"

#include "diagnose/evaluated.h"
#include "diagnose/variables.h"

#include <string.h>

/* "Stack::pop" and "Stack<int>::pop" are one function here. */
static bool is_same_function(const char *a, const char *b)
{
    while (*a && *b) {
        if (*a == '<' || *b == '<') {
            a += *a == '<' ? strcspn(a, ">") : 0;
            b += *b == '<' ? strcspn(b, ">") : 0;
            a += *a == '>';
            b += *b == '>';
        } else if (*a++ != *b++) {
            return false;
        }
    }
    return *a == *b || ((*a == '<' || *b == '<') && (!*a || !*b));
}

/* Whether the call may be the one of @p function: through a smart pointer only the last part of the name is known. */
static bool may_call(const struct tr_facts *caller, const struct tr_evaluated *call, const char *function)
{
    if (!tr_evaluated_is_call(call))
        return false;
    if (call->callee)
        return is_same_function(call->callee, function);
    const struct tr_evaluated *callee = tr_evaluated_part(caller, call, "callee");
    const char *arrow = callee ? strrchr(callee->text, '>') : NULL, *scope = strrchr(function, ':');
    return arrow && strcmp(arrow + 1, scope ? scope + 1 : function) == 0;
}

enum verdict { UNKNOWN, ZERO, OTHER };

static enum verdict verdict_of(struct tr_word word) { return !word.known ? UNKNOWN : word.value ? OTHER : ZERO; }

static enum verdict judge(const struct tr_evaluated *given)
{
    if (given->state != TR_STATE_OK)
        return UNKNOWN;
    if (given->kind == TR_VALUE_CONTAINER && given->value && strncmp(given->value, "0x", 2) == 0) /* a smart pointer */
        return strcmp(given->value, "0x0") == 0 ? ZERO : OTHER;
    return verdict_of(given->word);
}

/* p of p->f(), and r of r.f(). */
static enum verdict object_of(const struct tr_facts *caller, const struct tr_evaluated *call, const char **ret_text)
{
    const struct tr_evaluated *callee = tr_evaluated_part(caller, call, "callee");
    const struct tr_evaluated *base = callee ? tr_evaluated_part(caller, callee, "base") : NULL;
    const struct tr_variable *self = tr_variable_named(tr_facts_frame(caller), "this");
    *ret_text = "this";
    if (!base)
        return !callee && self ? verdict_of(tr_variable_pointer(self)) : UNKNOWN;
    size_t length = strlen(base->text);
    bool is_arrow = strncmp(callee->text, base->text, length) == 0 && strstr(callee->text + length, "->");
    *ret_text = base->text;
    return is_arrow ? judge(base) : verdict_of(base->address);
}

/* Place of a parameter among those that are written, -1 when it is none of them. */
static int64_t number_of(const struct tr_frame *frame, const char *parameter)
{
    int64_t number = 0;
    TR_EACH(const struct tr_variable, argument, &frame->arguments)
    {
        if (strcmp(argument->name, parameter) == 0)
            return number;
        number += strcmp(argument->name, "this") != 0;
    }
    return -1;
}

static enum verdict argument_of(const struct tr_facts *caller, const struct tr_evaluated *call, int64_t number,
                                const char **ret_text)
{
    const struct tr_evaluated *argument = number < 0 ? NULL : tr_evaluated_argument(caller, call, number);
    *ret_text = argument ? argument->text : "";
    return argument ? judge(argument) : UNKNOWN;
}

bool tr_given_find(const struct tr_facts *facts, const char *parameter, struct tr_given *ret)
{
    const struct tr_frame *called = tr_facts_frame(facts);
    bool is_object = strcmp(parameter, "this") == 0;
    const char *unknown = NULL;
    size_t calls = 0, unknowns = 0;
    ret->text = NULL;
    if (!called || !called->function || !tr_facts_caller(facts, &ret->caller))
        return false;
    TR_EACH(const struct tr_evaluated, call, &ret->caller.report->expressions)
    {
        const char *text;
        if (!may_call(&ret->caller, call, called->function))
            continue;
        enum verdict verdict = is_object ? object_of(&ret->caller, call, &text)
                                         : argument_of(&ret->caller, call, number_of(called, parameter), &text);
        if (verdict == ZERO && ret->text && strcmp(ret->text, text) != 0)
            return false;
        calls++;
        unknowns += verdict == UNKNOWN;
        unknown = verdict == UNKNOWN ? text : unknown;
        ret->text = verdict == ZERO ? text : ret->text;
    }
    if (calls == 1 && unknowns == 1 && *unknown)
        ret->text = unknown; /* the only one there is gave what the function has got */
    return ret->text && (!unknowns || calls == 1);
}

bool tr_given_object(const struct tr_facts *facts, struct tr_given *ret)
{
    struct tr_facts called = *facts;
    while (tr_given_find(&called, "this", ret)) {
        if (strcmp(ret->text, "this") != 0)
            return true;
        called = ret->caller;
    }
    return false;
}
