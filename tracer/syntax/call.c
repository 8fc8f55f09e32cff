#include "syntax/evaluator.h"

#include <string.h>

/* Functions that only hand on what they are given. */
static bool is_transparent(const char *name, const char *scope)
{
    return strcmp(scope, "std") == 0 &&
           (strcmp(name, "move") == 0 || strcmp(name, "forward") == 0 || strcmp(name, "as_const") == 0 ||
            strcmp(name, "ref") == 0 || strcmp(name, "cref") == 0);
}

/* The arguments, in @p first the first one. @return how many. */
static int evaluate_arguments(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *first)
{
    const struct node *list = node_field(node, "arguments");
    int number = 0;
    for (const struct node *argument = list ? node_first(list) : NULL; argument;
         argument = node_next(argument), number++) {
        struct typed value;
        evaluate_argument(evaluator, argument, record, number, &value);
        if (number == 0)
            *first = value;
    }
    return number;
}

/* @p value as a cast to the type that @p type_node names. */
static void convert(struct evaluator *evaluator, const struct node *type_node, const struct typed *value,
                    struct typed *ret)
{
    struct typed failure = {.state = TR_STATE_OK};
    struct scalar scalar;
    struct ctype type;
    struct type_view view;
    if (!ctype_named(evaluator, type_node, &type)) {
        typed_unavailable(ret, tr_arena_printf(evaluator->arena, "the debug information has no type %s",
                                               record_text(evaluator, type_node)));
        return;
    }
    ctype_view(evaluator, &type, &view);
    /* Between classes of one object the address may change, and may depend on the object. */
    if (view.class == CLASS_STRUCT)
        typed_unavailable(ret, "a cast that needs a call is not repeated");
    else if (!scalar_load(evaluator, value, &scalar, &failure))
        typed_unavailable(ret, failure.reason);
    else if (!scalar_convert(evaluator, &scalar, &type, ret))
        typed_unavailable(ret, "the value cannot be converted to this type");
}

/* static_cast<T>(x) and its kin: the grammar has them as calls of a template. */
static bool evaluate_cast(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"};
    const struct node *function = node_field(node, "function"), *name = node_field(function, "name"),
                      *arguments = node_field(function, "arguments");
    bool is_cast = false;
    for (size_t i = 0; name && i < TR_COUNT(casts); i++)
        is_cast |= text_is(name->text, name->size, casts[i]);
    const struct node *type_node = is_cast && arguments ? node_first(arguments) : NULL;
    if (!type_node)
        return false;
    struct typed value = {.state = TR_STATE_OK};
    (void)evaluate_arguments(evaluator, node, record, &value);
    if (text_is(name->text, name->size, "dynamic_cast"))
        typed_unavailable(ret, "a cast that needs a call is not repeated");
    else
        convert(evaluator, type_node, &value, ret);
    return true;
}

/* int(x) */
static void evaluate_construction(struct evaluator *evaluator, const struct node *node, size_t record,
                                  struct typed *ret)
{
    struct typed value = {.state = TR_STATE_OK};
    if (evaluate_arguments(evaluator, node, record, &value) == 1)
        convert(evaluator, node_field(node, "function"), &value, ret);
}

static const char *method_name(struct evaluator *evaluator, const struct node *function)
{
    const struct node *field = node_field(function, "field");
    return field ? tr_arena_strndup(evaluator->arena, field->text, field->size) : NULL;
}

/* What is called, as far as it is known. */
struct callee {
    const char *name;    /* qualified; NULL when unknown */
    struct typed value;  /* of a callee that is an expression: a function pointer */
    struct typed object; /* of a member function */
    const char *method;  /* its name; NULL for other functions */
    bool is_found;       /* die: the member function */
    Dwarf_Die die;
};

/* The member function of "box.take" and "box->take", and the object. */
static void find_method(struct evaluator *evaluator, const struct node *function, struct callee *callee)
{
    const struct node *argument = node_field(function, "argument");
    struct ctype class;
    struct member_place place;
    bool was_silent = evaluator->silent;
    if (!argument)
        return;
    evaluator->silent = true;
    evaluate(evaluator, argument, NO_PARENT, NULL, &callee->object);
    evaluator->silent = was_silent;
    class = callee->object.type;
    if (node_operator_is(function, "->")) {
        struct scalar pointer;
        struct typed failure = {.state = TR_STATE_OK};
        if (!ctype_target(evaluator, &callee->object.type, &class))
            return;
        if (scalar_load(evaluator, &callee->object, &pointer, &failure))
            typed_lvalue(evaluator, &class, pointer.word, &callee->object);
        else
            callee->object = failure;
    }
    const char *name = method_name(evaluator, function);
    if (!name || member_find(evaluator, &class, NULL, name, &place) != NULL || !place.is_method)
        return;
    callee->method = name;
    callee->is_found = true;
    callee->die = place.die;
    callee->name = name_of_subprogram(evaluator, &place.die);
}

/* Without template arguments: "std::vector::at". */
static const char *without_arguments(struct evaluator *evaluator, const char *name)
{
    tr_auto_str struct tr_str text = {0};
    size_t depth = 0;
    if (!name || !strchr(name, '<') || strstr(name, "operator"))
        return name;
    for (; *name; name++) {
        depth += *name == '<';
        if (!depth)
            tr_str_add_char(&text, *name);
        depth -= *name == '>' && depth;
    }
    return tr_arena_strdup(evaluator->arena, tr_str_text(&text));
}

/* Records what the callee consists of, when it is more than a name. */
static void evaluate_callee(struct evaluator *evaluator, const struct node *function, size_t record,
                            struct callee *callee)
{
    bool is_name = node_is(function, "identifier") || node_is(function, "qualified_identifier") ||
                   node_is(function, "template_function");
    callee->name = is_name ? name_of_function(evaluator, function) : NULL;
    if (callee->name)
        return;
    evaluate(evaluator, function, record, "callee", &callee->value);
    if (node_is(function, "field_expression"))
        find_method(evaluator, function, callee);
}

/* Whether the class has another function of the same name behind this one, which is its first. */
static bool is_overloaded(Dwarf_Die die)
{
    const char *name = dwarf_diename(&die);
    Dwarf_Die next = die;
    while (name && dwarf_siblingof(&next, &next) == 0) {
        const char *other = dwarf_diename(&next);
        if (dwarf_tag(&next) == DW_TAG_subprogram && other && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

static struct tr_word entry_of(struct evaluator *evaluator, const struct node *function, const struct callee *callee)
{
    struct tr_word entry = {0};
    Dwarf_Die die = callee->die;
    if (callee->method)
        entry.known = callee->is_found && !is_overloaded(die) && name_entry_of(evaluator, &die, &entry.value);
    else if (callee->name)
        entry.known = name_entry(evaluator, function, &entry.value);
    return entry;
}

/* at() of a sequence or a map. */
static bool element_at(struct evaluator *evaluator, const struct typed *object, const struct typed *argument, size_t record,
                       struct typed *ret)
{
    struct scalar index = {.class = CLASS_UNKNOWN};
    struct typed failure = {.state = TR_STATE_OK};
    uint64_t size;
    bool is_index = scalar_load(evaluator, argument, &index, &failure) && container_size(evaluator, object, &size) &&
                    index.word < size; /* otherwise it throws */
    return (is_index && container_subscript(evaluator, object, &index, ret)) ||
           container_mapped(evaluator, object, record_part(evaluator, record, "argument"), ret);
}

static void evaluate_function(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    if (macro_call(evaluator, node, record, ret))
        return;
    struct callee callee = {.value = {.state = TR_STATE_UNAVAILABLE}, .object = {.state = TR_STATE_UNAVAILABLE}};
    struct typed first = {.state = TR_STATE_OK};
    evaluate_callee(evaluator, node_field(node, "function"), record, &callee);
    struct tr_evaluated *own = record_at(evaluator, record);
    if (own)
        own->callee = without_arguments(evaluator, callee.name);
    if (own)
        own->entry = entry_of(evaluator, node_field(node, "function"), &callee);
    int count = evaluate_arguments(evaluator, node, record, &first);
    bool looks = callee.method && !count && callee.object.state == TR_STATE_OK &&
                 container_method(evaluator, &callee.object, callee.method, ret);
    if (looks && own && callee.object.in_memory)
        own->object = tr_word(callee.object.address);
    looks = looks || (count == 1 && callee.method && strcmp(callee.method, "at") == 0 && callee.object.state == TR_STATE_OK &&
                      element_at(evaluator, &callee.object, &first, record, ret));
    ret->is_result = looks && ret->in_memory; /* front(), at(): the element's address, which no part tells */
    if (!looks && callee.value.state == TR_STATE_OK && call_result_operator(evaluator, &callee.value, "operator()", ret))
        return;
    if (!looks && !call_result(evaluator, node, &callee.value, callee.is_found ? &callee.die : NULL, ret)) {
        struct ctype type;
        bool has_type = call_type(evaluator, node, callee.is_found ? &callee.die : NULL, &type);
        typed_unavailable(ret, "a call is not repeated");
        if (has_type)
            ret->type = type;
    }
}

void call_evaluate(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *function = node_field(node, "function");
    const char *name, *scope;
    if (!function) {
        evaluate_parts(evaluator, node, record);
        return;
    }
    if (node_is(function, "template_function") && evaluate_cast(evaluator, node, record, ret))
        return;
    if (node_is(function, "primitive_type")) {
        evaluate_construction(evaluator, node, record, ret);
        return;
    }
    name_split(evaluator, function, &name, &scope);
    if (!is_transparent(name, scope)) {
        evaluate_function(evaluator, node, record, ret);
        return;
    }
    struct typed value = {.state = TR_STATE_OK};
    if (evaluate_arguments(evaluator, node, record, &value) == 1)
        *ret = value;
}
