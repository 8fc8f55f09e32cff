/* Macros of the source file and of its headers, looked for in their text: "#define SIZE 10", "#define NEXT(p) ((p)->next)". */
#include "syntax/evaluator.h"
#include "syntax/tree.h"

#include <ctype.h>
#include <string.h>

enum { NESTING = 8, PARAMETERS = 8, LONGEST = 4096 }; /* macros in macros; bytes of one with its arguments put in */

/* A piece of the source, not NUL-terminated. */
struct piece {
    const char *text;
    size_t size;
};

struct macro {
    struct piece body;
    struct piece parameters[PARAMETERS];
    size_t count;
    bool is_function; /* it has parentheses behind its name */
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static const char *skip_word(const char *at, const char *end, const char *word, size_t size)
{
    bool fits =
        (size_t)(end - at) >= size && memcmp(at, word, size) == 0 && ((size_t)(end - at) == size || !is_word(at[size]));
    return fits ? at + size : NULL;
}

/* Without a comment behind it, and without blanks. */
static struct piece body_of(const char *at, const char *end)
{
    const char *start = at = skip_blanks(at, end);
    while (at + 1 < end && !(at[0] == '/' && (at[1] == '/' || at[1] == '*')))
        at++;
    if (at + 1 < end)
        end = at;
    while (end > start && isspace((unsigned char)end[-1]))
        end--;
    return (struct piece){start, (size_t)(end - start)};
}

/* "(a, b)" @return behind it, or NULL. */
static const char *parameters_of(const char *at, const char *end, struct macro *ret)
{
    for (at = skip_blanks(at + 1, end); at < end && *at != ')'; at = skip_blanks(at, end)) {
        const char *start = at;
        while (at < end && is_word(*at))
            at++;
        if (at == start || ret->count == PARAMETERS)
            return NULL; /* "..." */
        ret->parameters[ret->count++] = (struct piece){start, (size_t)(at - start)};
        at = skip_blanks(at, end);
        if (at < end && *at == ',')
            at++;
    }
    return at < end ? at + 1 : NULL;
}

/* Whether a line, with those that continue it, defines the macro. */
static bool parse_definition(const char *line, const char *end, const char *name, size_t size, struct macro *ret)
{
    const char *at = skip_blanks(line, end), *rest;
    *ret = (struct macro){.count = 0};
    if (at == end || *at != '#' || !(at = skip_word(skip_blanks(at + 1, end), end, "define", 6)))
        return false;
    rest = skip_word(skip_blanks(at, end), end, name, size);
    ret->is_function = rest && rest < end && *rest == '(';
    if (rest && ret->is_function)
        rest = parameters_of(rest, end, ret);
    if (!rest)
        return false;
    ret->body = body_of(rest, end);
    return ret->body.size > 0;
}

static const char *logical_end(const char *at, const char *end)
{
    const char *newline;
    while ((newline = memchr(at, '\n', (size_t)(end - at))) && newline > at && newline[-1] == '\\')
        at = newline + 1;
    return newline ? newline : end;
}

/* The line that "define" at @p word stands in, when nothing but a # stands before it; NULL otherwise. */
static const char *directive_start(const char *text, const char *word)
{
    while (word > text && (word[-1] == ' ' || word[-1] == '\t'))
        word--;
    if (word == text || *--word != '#')
        return NULL;
    const char *hash = word;
    while (word > text && (word[-1] == ' ' || word[-1] == '\t'))
        word--;
    return word == text || word[-1] == '\n' ? hash : NULL;
}

/*
 * The definition in a file. Conditions around definitions are not looked at: where there are two that differ, none is
 * taken.
 *
 * @return false when there is another one than @p ret, which was found before.
 */
static bool find_in(const char *text, size_t size, const struct node *name, bool *found, struct macro *ret)
{
    const char *at = text, *end = at + size;
    for (const char *word; at < end && (word = memmem(at, (size_t)(end - at), "define", 6)); at = word + 6) {
        struct macro macro;
        const char *start = directive_start(text, word);
        if (!start || !parse_definition(start, logical_end(word, end), name->text, name->size, &macro))
            continue;
        if (*found &&
            (macro.body.size != ret->body.size || memcmp(macro.body.text, ret->body.text, ret->body.size) != 0))
            return false;
        *found = true;
        *ret = macro;
    }
    return true;
}

/* What the file itself defines comes before what its headers do. */
static bool find(struct evaluator *evaluator, const struct node *name, struct macro *ret)
{
    const struct tr_statement_place *place = evaluator->place;
    bool found = false;
    size_t size;
    const char *header;
    if (!find_in(place->text, place->size, name, &found, ret))
        return false;
    for (size_t i = 0; !found && place->header && (header = place->header(place->header_arg, i, &size)); i++) {
        if (size > TR_LIMIT_MACRO_BYTES - evaluator->macro_bytes) {
            evaluator->cut = true;
            return false;
        }
        evaluator->macro_bytes += size;
        if (!find_in(header, size, name, &found, ret))
            return false;
    }
    return found;
}

/* ---- putting arguments in ---- */

static size_t literal_size(const char *at, const char *end)
{
    const char *start = at;
    char quote = *at++;
    while (at < end && *at != quote)
        at += *at == '\\' ? 2 : 1;
    return (size_t)((at < end ? at + 1 : end) - start);
}

static void add_word(struct tr_str *out, const struct macro *macro, const struct piece *arguments, const char *word,
                     size_t size)
{
    for (size_t i = 0; i < macro->count; i++) {
        if (macro->parameters[i].size == size && memcmp(macro->parameters[i].text, word, size) == 0) {
            tr_str_add(out, arguments[i].text, arguments[i].size);
            return;
        }
    }
    tr_str_add(out, word, size);
}

/* @return false for what has no meaning as an expression: # and ##, or more text than is taken. */
static bool expand(struct tr_str *out, const struct macro *macro, const struct piece *arguments)
{
    const char *at = macro->body.text, *end = at + macro->body.size;
    while (at < end && out->size < LONGEST) {
        size_t size = 1;
        if (*at == '#')
            return false;
        if (*at == '"' || *at == '\'') {
            size = literal_size(at, end);
            tr_str_add(out, at, size);
        } else if (is_word(*at)) {
            while (at + size < end && is_word(at[size]))
                size++;
            add_word(out, macro, arguments, at, size);
        } else {
            tr_str_add_char(out, *at == '\\' || *at == '\n' ? ' ' : *at);
        }
        at += size;
    }
    return at >= end;
}

static struct node *expression_of(struct evaluator *evaluator, const struct macro *macro, const struct piece *arguments)
{
    tr_auto_str struct tr_str text = {0};
    if (!expand(&text, macro, arguments))
        return NULL;
    return tree_expression(evaluator->arena, tr_str_text(&text), text.size, evaluator->is_cxx);
}

/* Whether something in it may fail: such parts have records of their own. */
static bool may_fail(const struct node *node)
{
    bool divides = node_is(node, "binary_expression") && (node_operator_is(node, "/") || node_operator_is(node, "%"));
    if (divides || node_is(node, "field_expression") || node_is(node, "subscript_expression") ||
        node_is(node, "pointer_expression") || node_is(node, "call_expression"))
        return true;
    for (const struct node *child = node->children; child; child = child->next)
        if (may_fail(child))
            return true;
    return false;
}

static void evaluate_expansion(struct evaluator *evaluator, const struct node *expression, size_t record,
                               struct typed *ret)
{
    bool was_silent = evaluator->silent, is_told = may_fail(expression);
    evaluator->silent |= !is_told;
    evaluator->macro_depth++;
    unit_names_want(evaluator, expression);
    evaluate(evaluator, expression, record, "operand", ret);
    evaluator->macro_depth--;
    evaluator->silent = was_silent;
    ret->member_offset = (struct tr_number){.known = false};
    ret->is_expansion = is_told;
}

bool macro_value(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    struct macro macro;
    if (!node_is(node, "identifier") || evaluator->macro_depth >= NESTING || !find(evaluator, node, &macro) ||
        macro.is_function)
        return false;
    const struct node *expression = expression_of(evaluator, &macro, NULL);
    if (!expression)
        return false;
    evaluate_expansion(evaluator, expression, record, ret);
    return true;
}

bool macro_call(struct evaluator *evaluator, const struct node *node, size_t record, struct typed *ret)
{
    const struct node *name = node_field(node, "function"), *list = node_field(node, "arguments");
    struct piece arguments[PARAMETERS];
    struct macro macro;
    size_t count = 0;
    if (!node_is(name, "identifier") || !list || evaluator->macro_depth >= NESTING ||
        !find(evaluator, name, &macro) || !macro.is_function)
        return false;
    for (const struct node *argument = node_first(list); argument; argument = node_next(argument), count++) {
        if (count == macro.count)
            return false;
        arguments[count] = (struct piece){argument->text, argument->size};
    }
    const struct node *expression = count == macro.count ? expression_of(evaluator, &macro, arguments) : NULL;
    if (!expression)
        return false;
    evaluate_expansion(evaluator, expression, record, ret);
    return true;
}
