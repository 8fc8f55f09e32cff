#include "diagnose/kind.h"

#include "diagnose/evaluated.h"

#include <string.h>

/* The one call of the statement that is none of the C library. */
static const struct tr_evaluated *only_call(const struct tr_facts *facts)
{
    const struct tr_evaluated *found = NULL;
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        if (!tr_evaluated_is_call(part))
            continue;
        if (found)
            return NULL;
        found = part;
    }
    return found;
}

/* "Shape::Shape" is a constructor, "Shape::~Shape" a destructor. */
static const char *special_function(const char *name)
{
    const char *last = strrchr(name, ':');
    if (!last || last - name < 2)
        return NULL;
    size_t class_length = (size_t)(last - 1 - name), length;
    bool is_destructor = *++last == '~';
    last += is_destructor;
    length = strlen(last);
    bool is_class = class_length >= length && strncmp(name + class_length - length, last, length) == 0 &&
                    (class_length == length || name[class_length - length - 1] == ':');
    return is_class ? is_destructor ? "destructor" : "constructor" : NULL;
}

/* "while the constructor Shape::Shape (main.cpp:9) runs": the innermost one on the stack. */
static const char *under_way(const struct tr_facts *facts)
{
    TR_EACH(const struct tr_frame, frame, &tr_facts_thread(facts)->frames)
    {
        const char *what = frame->user == TR_TRUE && frame->function ? special_function(frame->function) : NULL;
        if (what)
            return tr_arena_printf(facts->arena, "while the %s %s runs", what, tr_facts_name(facts, frame->function));
    }
    return NULL;
}

static bool match(const struct tr_facts *facts, struct tr_finding *finding)
{
    bool is_pure = tr_facts_inside(facts, "__cxa_pure_virtual"),
         is_deleted = tr_facts_inside(facts, "__cxa_deleted_virtual");
    if (!tr_facts_signal(facts, "SIGABRT", NULL) || (!is_pure && !is_deleted))
        return false;
    const struct tr_evaluated *call = only_call(facts);
    const char *when = under_way(facts), *callee = call && call->callee ? tr_facts_name(facts, call->callee) : NULL;
    finding->summary = tr_arena_printf(facts->arena, "%s%s%s virtual function%s was called at %s%s%s",
                                       callee ? callee : "", callee ? ", a " : "a ", is_pure ? "pure" : "deleted",
                                       callee ? "," : "", tr_facts_place(facts), when ? ", " : "", when ? when : "");
    if (call)
        finding->expression = tr_evaluated_expression(facts, call, NULL, 0);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof =
        tr_arena_printf(facts->arena, "the call led into %s, which stands in the object's table of virtual functions",
                        is_pure ? "__cxa_pure_virtual" : "__cxa_deleted_virtual");
    finding->hint = when ? "while a base class is constructed or destroyed its object is not yet, or no longer, one of the "
                           "derived class: move the call to where the whole object exists"
                         : "no constructor or destructor is running: the object has probably been destroyed already; find who "
                           "still keeps a pointer or reference to it";
    return true;
}

const struct tr_kind_rule tr_kind_rule_pure_virtual_call = {
    .kind = TR_KIND_PURE_VIRTUAL_CALL,
    .explanation = "While a base class is being constructed or destroyed, the object counts as one of the base class, "
                   "whose pure virtual functions have no code. Calling one then, directly or through another function, ends "
                   "the program.",
    .match = match,
};
