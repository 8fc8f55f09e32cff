#include "diagnose/thrower.h"

#include "base/cleanup.h"
#include "diagnose/evaluated.h"
#include "diagnose/failed_call.h"
#include "diagnose/map_element.h"
#include "diagnose/variables.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_ELEMENTS = 1 << 20 }; /* so many are not refused for their number */

/* The user's call, taken apart. */
struct refused {
    const struct tr_facts *facts;
    const struct tr_evaluated *call, *object, *argument; /* object: of a member function; argument: the first; or NULL */
};

/** Fill reason, culprit and hint. @return false when the values do not tell. */
typedef bool explain_fn(const struct refused *refused, struct tr_refusal *ret);

static const char *name(const struct refused *refused, const struct tr_evaluated *part)
{
    return tr_facts_value(refused->facts, part->text);
}

/* Number @p number of what() of libstdc++: "__n (which is 5) >= this->size() (which is 3)". */
static struct tr_word told(const struct refused *refused, int number)
{
    static const char mark[] = "(which is ";
    const struct tr_exception *exception = refused->facts->report->exception;
    const char *at = exception ? exception->what : NULL;
    for (int i = 0; at && i <= number; i++) {
        at = strstr(at, mark);
        at = at ? at + strlen(mark) : NULL;
    }
    return at && *at >= '0' && *at <= '9' ? tr_word(strtoull(at, NULL, 10)) : (struct tr_word){0};
}

/* Its value: as it is now, else as the exception tells it. */
static struct tr_word value_of(const struct refused *refused, const struct tr_evaluated *part)
{
    return part->word.known && part->state == TR_STATE_OK ? part->word : told(refused, 0);
}

/* How many elements the object has; unknown also where the exception tells of one with another number. */
static struct tr_word count_of(const struct refused *refused)
{
    const struct tr_number elements = refused->object->elements;
    struct tr_word count = told(refused, 1);
    bool is_other = elements.known && count.known && (uint64_t)elements.value != count.value;
    return is_other ? (struct tr_word){0} : elements.known ? tr_word((uint64_t)elements.value) : count;
}

/* "pick = 7"; a literal, or what has no value, by itself. */
static const char *named_value(const struct refused *refused, const struct tr_evaluated *part)
{
    bool tells = part->state == TR_STATE_OK && part->value && strcmp(part->value, part->text) != 0;
    return tells ? tr_arena_printf(refused->facts->arena, "%s = %s", name(refused, part),
                                   tr_facts_value(refused->facts, part->value))
                 : name(refused, part);
}

/* The same, with the number that the exception tells of what has no value any more. */
static const char *named_number(const struct refused *refused, const struct tr_evaluated *part)
{
    bool is_told = !(part->word.known && part->state == TR_STATE_OK);
    return is_told ? tr_arena_printf(refused->facts->arena, "%s = %" PRIu64, name(refused, part), value_of(refused, part).value)
                   : named_value(refused, part);
}

static const char *elements_of(const struct refused *refused)
{
    int64_t count = (int64_t)count_of(refused).value;
    return count ? tr_arena_printf(refused->facts->arena, "%s, which has %" PRId64 " element%s",
                                   name(refused, refused->object), count, count == 1 ? "" : "s")
                 : tr_arena_printf(refused->facts->arena, "%s, which is empty", name(refused, refused->object));
}

static bool explain_index(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *object = refused->object, *index = refused->argument;
    if (!object || !index)
        return false;
    struct tr_word value = value_of(refused, index), count = count_of(refused);
    if (!value.known || !count.known || value.value < count.value)
        return false;
    const char *wrapped =
        (int64_t)value.value < 0
            ? tr_arena_printf(refused->facts->arena, " (%" PRId64 ", wrapped below 0)", (int64_t)value.value)
            : "";
    ret->culprit = index;
    ret->reason = tr_arena_printf(refused->facts->arena, "index %s%s is outside of %s", named_number(refused, index),
                                  index->value && index->value[0] == '-' ? "" : wrapped, elements_of(refused));
    ret->hint = count.value
                    ? tr_arena_printf(refused->facts->arena,
                                      "the last index of %s is %" PRId64 ": find why %s went beyond it, or why %s has no "
                                      "more elements",
                                      name(refused, object), (int64_t)count.value - 1, name(refused, index),
                                      name(refused, object))
                    : tr_arena_printf(refused->facts->arena, "find why %s is empty here: what should have filled it?",
                                      name(refused, object));
    return true;
}

static bool explain_key(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *object = refused->object, *key = refused->argument;
    if (!object || !key)
        return false;
    ret->culprit = key;
    ret->reason =
        tr_arena_printf(refused->facts->arena, "key %s is not in %s", named_value(refused, key), name(refused, object));
    ret->hint = tr_arena_printf(refused->facts->arena,
                                "compare it with the keys that %s has, letter by letter, and decide what a missing key "
                                "means: find() and count() ask without throwing",
                                name(refused, object));
    return true;
}

/* at() has an index for sequences, a key for maps. */
static bool explain_at(const struct refused *refused, struct tr_refusal *ret)
{
    return refused->object && tr_evaluated_is_map(refused->object) ? explain_key(refused, ret) : explain_index(refused, ret);
}

static bool explain_position(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *object = refused->object, *position = refused->argument;
    if (!object || !position)
        return false;
    struct tr_word value = value_of(refused, position), count = count_of(refused);
    if (!value.known || !count.known || value.value <= count.value)
        return false;
    ret->culprit = position;
    ret->reason = tr_arena_printf(refused->facts->arena,
                                  "position %s is behind the end of %s, which has %" PRId64 " characters",
                                  named_number(refused, position), name(refused, object), (int64_t)count.value);
    ret->hint = tr_arena_printf(refused->facts->arena,
                                "compare %s with %s.size() first; what find() returns may be npos, a very large number",
                                name(refused, position), name(refused, object));
    return true;
}

static bool begins_with_number(const char *text)
{
    text += strspn(text, " ");
    text += *text == '-' || *text == '+';
    text += *text == '.';
    return *text >= '0' && *text <= '9';
}

static bool explain_number(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *text = refused->argument;
    const struct tr_exception *exception = refused->facts->report->exception;
    if (!text || !exception)
        return false;
    bool is_large = strcmp(exception->type, "std::out_of_range") == 0;
    if (text->value && text->value[0] == '"' && begins_with_number(text->value + 1) != is_large)
        return false;
    ret->culprit = text;
    ret->reason = tr_arena_printf(refused->facts->arena,
                                  is_large ? "%s is a number that the result cannot hold" : "%s does not begin with a number",
                                  named_value(refused, text));
    ret->hint = tr_arena_printf(refused->facts->arena,
                                "see where %s got its text, and catch the exception where input is read: input may hold "
                                "anything",
                                name(refused, text));
    return true;
}

static bool explain_empty(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *object = refused->object;
    if (!object)
        return false;
    bool is_function = object->type && strstr(object->type, "function<");
    const char *made = is_function ? tr_map_element_hint(refused->facts, object, "that holds no function") : NULL;
    ret->culprit = object;
    ret->reason = tr_arena_printf(refused->facts->arena, "%s holds %s", name(refused, object),
                                  is_function ? "no function" : "no value");
    ret->hint = tr_arena_printf(refused->facts->arena, "find why nothing was put into %s before, or test it first: if (%s)",
                                name(refused, object), name(refused, object));
    if (made)
        ret->hint = made;
    return true;
}

/* The type that a variant or any holds, as the variables show it; NULL when they do not. */
static const char *held_type(const struct refused *refused, const struct tr_evaluated *object)
{
    const struct tr_frame *frame = tr_facts_frame(refused->facts);
    const struct tr_variable *variable = frame ? tr_variable_named(frame, object->text) : NULL;
    if (!variable || variable->kind != TR_VALUE_CONTAINER || variable->children.count != 1)
        return NULL;
    const char *type = tr_list_at(&variable->children, struct tr_variable, 0)->type;
    return type[0] ? tr_facts_name(refused->facts, type) : NULL;
}

static bool explain_alternative(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *object = refused->argument;
    if (!object)
        return false;
    const char *held = held_type(refused, object);
    ret->culprit = object;
    ret->reason = tr_arena_printf(refused->facts->arena, "%s holds %s, not what was asked for", name(refused, object),
                                  held ? held : "something else");
    ret->hint = tr_arena_printf(refused->facts->arena,
                                "find what was put into %s last; std::get_if, std::any_cast of a pointer and "
                                "std::holds_alternative ask without throwing",
                                name(refused, object));
    return true;
}

/* The type of the variable or object that lies at @p address, told by its table of virtual functions where it has one. */
static const char *type_at(const struct tr_facts *facts, uint64_t address)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    TR_EACH(const struct tr_object, object, facts->report->memory ? &facts->report->memory->objects : &(struct tr_list){0})
    {
        if (object->address.known && object->address.value == address && object->type)
            return object->type;
    }
    TR_EACH(const struct tr_variable, variable, frame ? &frame->locals : &(struct tr_list){0})
    {
        if (variable->address.known && variable->address.value == address && variable->kind != TR_VALUE_REFERENCE)
            return variable->type;
    }
    return NULL;
}

static bool explain_cast(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *object = refused->argument;
    if (!object || strncmp(refused->call->text, "dynamic_cast", strlen("dynamic_cast")) != 0)
        return false;
    uint64_t address = object->address.known ? object->address.value : object->word.value;
    const char *type = type_at(refused->facts, address);
    ret->culprit = object;
    ret->reason = tr_arena_printf(refused->facts->arena, "%s is %s%s, which %s does not allow", name(refused, object),
                                  type ? "of type " : "an object of another type",
                                  type ? tr_facts_name(refused->facts, type) : "", name(refused, refused->call));
    ret->hint = tr_arena_printf(refused->facts->arena,
                                "find who passes such an object for %s; a dynamic_cast to a pointer gives nullptr instead "
                                "of throwing",
                                name(refused, object));
    return true;
}

/* A number of elements that no memory has room for. */
static bool explain_amount(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *count = refused->argument;
    if (!count || !count->word.known || count->state != TR_STATE_OK || count->word.value < FEW_ELEMENTS)
        return false;
    bool is_negative = (int64_t)count->word.value < 0;
    ret->culprit = count;
    ret->reason = tr_arena_printf(refused->facts->arena, "%s elements were asked for", named_value(refused, count));
    ret->hint = is_negative ? tr_arena_printf(refused->facts->arena,
                                              "find why %s is negative: as a number of elements it counts as a very large one",
                                              name(refused, count))
                            : tr_arena_printf(refused->facts->arena, "find where %s comes from: no memory has room for so many",
                                              name(refused, count));
    return true;
}

static bool explain_expired(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *object = refused->argument;
    if (!object || !object->type || !strstr(object->type, "weak_ptr<"))
        return false;
    ret->culprit = object;
    ret->reason = tr_arena_printf(refused->facts->arena, "%s refers to an object that is gone, or to none",
                                  name(refused, object));
    ret->hint = tr_arena_printf(refused->facts->arena, "%s.lock() gives an empty shared_ptr instead of throwing",
                                name(refused, object));
    return true;
}

/* std::string(nullptr): the pointer is the argument, or the whole expression that a variable is made from. */
static bool explain_null_text(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *text = refused->argument ? refused->argument : refused->call;
    const struct tr_exception *exception = refused->facts->report->exception;
    bool is_null = text->state == TR_STATE_OK && text->word.known && text->word.value == 0;
    if (!exception || !exception->what || !strstr(exception->what, "null") ||
        (!is_null && !tr_evaluated_is_call(text)))
        return false;
    ret->culprit = text;
    ret->reason = tr_arena_printf(refused->facts->arena, "a std::string was made from %s, which is NULL", name(refused, text));
    ret->hint = tr_arena_printf(refused->facts->arena, "find why %s is NULL, and decide what the text is then", name(refused, text));
    return true;
}

/* front(), back(), pop_back() of a sequence without elements; * and -> of a pointer without object. */
static bool explain_nothing_there(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *object = refused->object;
    if (!object || !object->elements.known || object->elements.value)
        return false;
    ret->culprit = object;
    ret->reason = tr_arena_printf(refused->facts->arena, "%s is empty", name(refused, object));
    ret->hint = tr_arena_printf(refused->facts->arena, "find why %s is empty here: what should have filled it, or took the "
                                                       "last element out?",
                                name(refused, object));
    return true;
}

static bool explain_pointer(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_evaluated *object = refused->object;
    if (!object)
        return false;
    bool is_optional = object->type && strstr(object->type, "optional<");
    ret->culprit = object;
    ret->reason = tr_arena_printf(refused->facts->arena, "%s %s", name(refused, object),
                                  is_optional ? "holds no value" : "points to nothing");
    ret->hint = tr_arena_printf(refused->facts->arena, "find why nothing was put into %s before, or what took it out again",
                                name(refused, object));
    return true;
}

/* A stream whose exceptions() asks for throws: open of a file, or reading. */
static bool explain_stream(const struct refused *refused, struct tr_refusal *ret)
{
    const struct tr_facts *facts = refused->facts;
    const struct tr_evaluated *stream = refused->object;
    bool opens = refused->argument && strstr(refused->call->text, "open");
    if (!stream)
        return false;
    ret->culprit = opens ? refused->argument : stream;
    if (!opens) {
        ret->reason = tr_arena_printf(facts->arena, "%s failed to do %s", name(refused, stream), name(refused, refused->call));
        ret->hint = tr_arena_printf(facts->arena,
                                    "the end of the input, text where a number should be, or a file that cannot be used: %s.exceptions() "
                                    "asked for a throw then",
                                    name(refused, stream));
        return true;
    }
    const char *error = tr_failed_open_error(facts);
    ret->reason = tr_arena_printf(facts->arena, "%s could not be opened%s%s", named_value(refused, refused->argument), error ? ": " : "",
                                  error ? error : "");
    ret->hint = tr_arena_printf(facts->arena,
                                "see whether that path is right, seen from the folder in which the program runs; %s.exceptions() asked for "
                                "a throw where it is not",
                                name(refused, stream));
    return true;
}

/* By the last part of the function's name; the class must contain the other. */
static const struct {
    const char *function, *class;
    explain_fn *explain;
} functions[] = {
    {"at", "", explain_at},
    {"operator[]", "", explain_index},
    {"substr", "string", explain_position},
    {"erase", "string", explain_position},
    {"insert", "string", explain_position},
    {"replace", "string", explain_position},
    {"compare", "string", explain_position},
    {"copy", "string", explain_position},
    {"stoi", "std", explain_number},
    {"stol", "std", explain_number},
    {"stoll", "std", explain_number},
    {"stoul", "std", explain_number},
    {"stoull", "std", explain_number},
    {"stof", "std", explain_number},
    {"stod", "std", explain_number},
    {"stold", "std", explain_number},
    {"value", "optional", explain_empty},
    {"operator()", "function", explain_empty},
    {"get", "std", explain_alternative},
    {"any_cast", "std", explain_alternative},
    {"shared_ptr", "shared_ptr", explain_expired},
    {"basic_string", "string", explain_null_text},
    {"string", "string", explain_null_text},
    {"front", "", explain_nothing_there},
    {"back", "", explain_nothing_there},
    {"pop_back", "", explain_nothing_there},
    {"pop_front", "", explain_nothing_there},
    {"top", "", explain_nothing_there},
    {"pop", "", explain_nothing_there},
    {"operator*", "", explain_pointer},
    {"operator->", "", explain_pointer},
    {"vector", "vector", explain_amount},
    {"reserve", "", explain_amount},
    {"resize", "", explain_amount},
    {"operator new", "", explain_amount},
    {"operator new[]", "", explain_amount},
    {"__cxa_throw_bad_array_new_length", "", explain_amount},
    {"__cxa_bad_cast", "", explain_cast},
    {"clear", "ios", explain_stream},
    {"open", "stream", explain_stream},
    {"operator>>", "", explain_stream},
};

static const char *last_part(const char *function)
{
    const char *found = function;
    for (const char *at = function; (at = strstr(at, "::")); at += 2)
        found = at + 2;
    return found;
}

static explain_fn *explainer(const char *function)
{
    const char *last = last_part(function);
    for (size_t i = 0; i < TR_COUNT(functions); i++) {
        const char *class = strstr(function, functions[i].class);
        if (strcmp(functions[i].function, last) == 0 && class && class <= last)
            return functions[i].explain;
    }
    return NULL;
}

/* The name that the source writes for what is called: "at" of "scores.at", "std::stoi". */
static bool is_written(const struct tr_facts *facts, const struct tr_evaluated *call, const char *function)
{
    /* Of "a.value().substr(1)" the name is behind the last dot. */
    const struct tr_evaluated *callee = tr_evaluated_part(facts, call, "callee"),
                              *object = callee ? tr_evaluated_part(facts, callee, "base") : NULL;
    bool has_object = object && strncmp(call->text, object->text, strlen(object->text)) == 0;
    const char *text = has_object ? call->text + strlen(object->text) : call->text;
    size_t length = strcspn(text, "(<"), size = strlen(function);
    while (length && text[length - 1] == ' ')
        length--;
    return length >= size && strncmp(text + length - size, function, size) == 0;
}

static bool is_node(const struct tr_evaluated *part, const char *node)
{
    return strcmp(part->node, node) == 0;
}

static bool is_stream(const struct tr_evaluated *part)
{
    return part && part->type && strstr(part->type, "stream") && !strchr(part->type, '*');
}

/* in of "in >> a >> b" */
static const struct tr_evaluated *stream_read(const struct refused *refused, const struct tr_evaluated *part)
{
    const struct tr_evaluated *left = part;
    while (is_node(left, "binary_expression") && strstr(left->text, ">>")) {
        left = tr_evaluated_part(refused->facts, left, "left");
        if (!left)
            return NULL;
    }
    return left != part && is_stream(left) ? left : NULL;
}

static bool is_null_alone(const struct tr_evaluated *part)
{
    return !part->parent.known && part->word.known && part->word.value == 0 && tr_evaluated_is_pointer(part);
}

/* in.open(path), in.read(…), and in >> n, the outermost of several. */
static bool is_stream_use(const struct refused *refused, const struct tr_evaluated *part)
{
    const struct tr_evaluated *callee = tr_evaluated_part(refused->facts, part, "callee");
    if (tr_evaluated_is_call(part))
        return callee && is_stream(tr_evaluated_part(refused->facts, callee, "base"));
    return is_node(part, "binary_expression") && !part->parent.known && stream_read(refused, part);
}

/* How the library's function is written, where that is not its name and an argument list. */
static bool is_use_of(const struct refused *refused, const struct tr_evaluated *part, const char *function)
{
    const struct tr_evaluated *callee = tr_evaluated_part(refused->facts, part, "callee");
    if (strcmp(function, "operator[]") == 0)
        return is_node(part, "subscript_expression");
    if (strcmp(function, "operator*") == 0)
        return is_node(part, "pointer_expression") && part->text[0] == '*';
    if (strcmp(function, "operator->") == 0)
        return is_node(part, "field_expression") && strstr(part->text, "->");
    if (strcmp(function, "operator()") == 0)
        return tr_evaluated_is_call(part) && callee && callee->type && strstr(callee->type, "function<");
    if (strcmp(function, "clear") == 0 || strcmp(function, "open") == 0 || strcmp(function, "operator>>") == 0)
        return is_stream_use(refused, part);
    if (strcmp(function, "__cxa_bad_cast") == 0)
        return tr_evaluated_is_call(part) && strncmp(part->text, "dynamic_cast", strlen("dynamic_cast")) == 0;
    if (strncmp(function, "operator new", strlen("operator new")) == 0 ||
        strcmp(function, "__cxa_throw_bad_array_new_length") == 0)
        return is_node(part, "new_expression");
    /* The arguments of a declared variable's constructor stand by themselves. */
    if (strcmp(function, "basic_string") == 0 || strcmp(function, "string") == 0)
        return (tr_evaluated_is_call(part) && is_written(refused->facts, part, "string")) || is_null_alone(part);
    if (strcmp(function, "vector") == 0)
        return (!part->parent.known && part->kind == TR_VALUE_INTEGER) ||
               (tr_evaluated_is_call(part) && is_written(refused->facts, part, function));
    return tr_evaluated_is_call(part) && is_written(refused->facts, part, function);
}

static void take_apart(struct refused *refused, const struct tr_evaluated *call)
{
    const struct tr_facts *facts = refused->facts;
    const struct tr_evaluated *callee = tr_evaluated_part(facts, call, "callee"),
                              *index = tr_evaluated_part(facts, call, "index");
    refused->call = call;
    refused->object = tr_evaluated_part(facts, callee ? callee : call, "base");
    bool is_function = callee && callee->type && strstr(callee->type, "function<");
    if (callee && (!refused->object || is_function))
        refused->object = callee;
    if (is_node(call, "binary_expression"))
        refused->object = stream_read(refused, call);
    refused->argument = tr_evaluated_argument(facts, call, 0);
    if (index)
        refused->argument = index;
    else if (is_node(call, "new_expression"))
        refused->argument = tr_evaluated_part(facts, call, "operand");
    else if (!tr_evaluated_is_call(call))
        refused->argument = call;
}

/* Parts of the library's functions have no names of their own: there the exception tells. */
static const char *called_function(const struct tr_facts *facts)
{
    const char *called = tr_facts_called(facts);
    const struct tr_exception *exception = facts->report->exception;
    bool is_allocation = exception && strncmp(exception->type, "std::bad_a", strlen("std::bad_a")) == 0 &&
                         strcmp(exception->type, "std::bad_any_cast") != 0;
    return is_allocation && (!called || !explainer(called)) ? "operator new" : called;
}

bool tr_refusal_find(const struct tr_facts *facts, struct tr_refusal *ret)
{
    const char *called = called_function(facts);
    explain_fn *explain = called ? explainer(called) : NULL;
    struct refused refused = {.facts = facts};
    struct tr_refusal found = {0};
    size_t count = 0;
    if (!explain)
        return false;
    TR_EACH(const struct tr_evaluated, part, &facts->report->expressions)
    {
        struct tr_refusal refusal = {.call = part};
        if (!is_use_of(&refused, part, last_part(called)))
            continue;
        take_apart(&refused, part);
        if (!explain(&refused, &refusal))
            continue;
        found = refusal;
        count++;
    }
    if (count != 1)
        return false;
    *ret = found;
    return true;
}
