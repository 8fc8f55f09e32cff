#include "syntax/tree.h"

#include "base/cleanup.h"
#include "base/limits.h"

#include <string.h>

#ifdef TR_TREE_SITTER
#include "syntax/parse.h"

struct store_walk {
    struct tr_arena *arena;
    const char *text; /* of the window */
    size_t size;
    int first_line;
    struct tr_list *stores, *handed;
};

/*
 * The nodes that set something: which of their fields is set, and which holds what it is set to. A further sort is added here.
 * Without a value field the value cannot be told.
 */
static const struct setter {
    const char *type, *sign; /* its operator; NULL: any */
    const char *target, *value;
    bool declares;
} setters[] = {
    {"init_declarator", NULL, "declarator", "value", true},
    {"assignment_expression", "=", "left", "right", false},
    {"assignment_expression", NULL, "left", NULL, false},
    {"update_expression", NULL, "argument", NULL, false},
    {"pointer_expression", "&", "argument", NULL, false},
    {"binary_expression", ">>", "right", NULL, false}, /* std::cin >> n */
    {"for_range_loop", NULL, "declarator", NULL, true},
};

static TSNode field_of(TSNode node, const char *name)
{
    return ts_node_child_by_field_name(node, name, (uint32_t)strlen(name));
}

static const struct setter *setter_of(TSNode node)
{
    TSNode operator= field_of(node, "operator");
    const char *type = ts_node_type(node), *sign = ts_node_is_null(operator) ? "" : ts_node_type(operator);
    for (size_t i = 0; i < TR_COUNT(setters); i++)
        if (strcmp(setters[i].type, type) == 0 && (!setters[i].sign || strcmp(setters[i].sign, sign) == 0))
            return &setters[i];
    return NULL;
}

TSNode tree_target(TSNode node)
{
    const struct setter *setter = setter_of(node);
    return setter && !setter->declares ? field_of(node, setter->target) : (TSNode){0};
}

/* "p" of the declarator "*p" and of "(p)". */
static TSNode bare(TSNode node)
{
    static const char *const wrappers[] = {"pointer_declarator", "reference_declarator", "array_declarator",
                                           "parenthesized_declarator", "parenthesized_expression"};
    for (unsigned depth = 0; depth < TR_LIMIT_SYNTAX_DEPTH; depth++) {
        bool is_wrapper = false;
        for (size_t i = 0; i < TR_COUNT(wrappers); i++)
            is_wrapper = is_wrapper || strcmp(ts_node_type(node), wrappers[i]) == 0;
        TSNode inner = is_wrapper ? field_of(node, "declarator") : node;
        if (is_wrapper && ts_node_is_null(inner))
            inner = ts_node_named_child(node, 0);
        if (!is_wrapper || ts_node_is_null(inner))
            break;
        node = inner;
    }
    return node;
}

static const char *text_of(const struct store_walk *walk, TSNode node)
{
    uint32_t start = ts_node_start_byte(node), size = ts_node_end_byte(node) - start;
    return tr_arena_strndup(walk->arena, walk->text + start, size < TR_LIMIT_EXPRESSION_TEXT ? size : TR_LIMIT_EXPRESSION_TEXT);
}

/* The line on which byte @p at lies, without the blanks around. */
static const char *line_at(const struct store_walk *walk, size_t at)
{
    size_t start = at, end = at;
    while (start > 0 && walk->text[start - 1] != '\n')
        start--;
    while (end < walk->size && walk->text[end] != '\n')
        end++;
    while (start < end && strchr(" \t", walk->text[start]))
        start++;
    while (end > start && strchr(" \t\r", walk->text[end - 1]))
        end--;
    return tr_arena_strndup(walk->arena, walk->text + start,
                            end - start < TR_LIMIT_EXPRESSION_TEXT ? end - start : TR_LIMIT_EXPRESSION_TEXT);
}

static void add_store(const struct store_walk *walk, TSNode node, const struct setter *setter)
{
    TSNode target = field_of(node, setter->target);
    if (ts_node_is_null(target))
        return;
    struct tr_store *store = tr_list_new(walk->arena, walk->stores, struct tr_store);
    store->target = text_of(walk, bare(target));
    store->line = tr_number(walk->first_line + (int64_t)ts_node_start_point(target).row);
    store->text = line_at(walk, ts_node_start_byte(target));
    TSNode value = setter->value ? field_of(node, setter->value) : (TSNode){0};
    if (setter->value && !ts_node_is_null(value))
        store->value = text_of(walk, value);
}

/* "line" of "line + used" and "&line[2]": the array that an argument lies in. */
static TSNode array_of(TSNode node)
{
    for (unsigned depth = 0; depth < TR_LIMIT_SYNTAX_DEPTH; depth++) {
        const char *type = ts_node_type(node);
        const char *field = strcmp(type, "binary_expression") == 0      ? "left"
                            : strcmp(type, "pointer_expression") == 0   ? "argument"
                            : strcmp(type, "subscript_expression") == 0 ? "argument"
                            : strcmp(type, "cast_expression") == 0      ? "value"
                                                                        : NULL;
        TSNode inner = field ? field_of(node, field) : (TSNode){0};
        if (!field || ts_node_is_null(inner))
            break;
        node = inner;
    }
    return bare(node);
}

static void add_handed(const struct store_walk *walk, TSNode call)
{
    TSNode arguments = field_of(call, "arguments");
    for (uint32_t i = 0, count = ts_node_is_null(arguments) ? 0 : ts_node_named_child_count(arguments); i < count; i++) {
        TSNode array = array_of(ts_node_named_child(arguments, i));
        const char *type = ts_node_type(array);
        if (strcmp(type, "identifier") != 0 && strcmp(type, "field_expression") != 0)
            continue;
        struct tr_store *store = tr_list_new(walk->arena, walk->handed, struct tr_store);
        store->target = text_of(walk, array);
        store->value = text_of(walk, call);
        store->line = tr_number(walk->first_line + (int64_t)ts_node_start_point(call).row);
        store->argument = tr_number((int64_t)i);
        store->text = line_at(walk, ts_node_start_byte(call));
    }
}

static bool walk_stores(const struct store_walk *walk, TSNode node, unsigned depth)
{
    if (depth > TR_LIMIT_SYNTAX_DEPTH || walk->stores->count >= TR_LIMIT_STORES || walk->handed->count >= 2 * TR_LIMIT_STORES)
        return false;
    if (strcmp(ts_node_type(node), "call_expression") == 0)
        add_handed(walk, node);
    const struct setter *setter = setter_of(node);
    if (setter)
        add_store(walk, node, setter);
    for (uint32_t i = 0, count = ts_node_named_child_count(node); i < count; i++)
        if (!walk_stores(walk, ts_node_named_child(node, i), depth + 1))
            return false;
    return true;
}

bool tree_stores(struct tr_arena *arena, const char *text, const struct window *window, bool is_cxx, struct tr_list *ret,
                 struct tr_list *ret_handed)
{
    const char *reason;
    struct tr_list stores = {0}, handed = {0};
    const struct store_walk walk = {
        arena, text + window->start, window->end - window->start, window->first_line, &stores, &handed};
    TSTree *tree = tree_parse(walk.text, walk.size, is_cxx, &reason);
    if (!tree)
        return false;
    TSNode root = ts_tree_root_node(tree);
    uint32_t children = ts_node_named_child_count(root);
    bool is_whole = !ts_node_has_error(root) && children > 0;
    TSNode body = is_whole ? ts_node_named_child(root, children - 1) : root;
    is_whole = is_whole && strcmp(ts_node_type(body), "function_definition") == 0 && walk_stores(&walk, body, 0);
    ts_tree_delete(tree);
    if (is_whole) {
        *ret = stores;
        *ret_handed = handed;
    }
    return is_whole;
}

#else

bool tree_stores(struct tr_arena *arena, const char *text, const struct window *window, bool is_cxx, struct tr_list *ret,
                 struct tr_list *ret_handed)
{
    (void)arena, (void)text, (void)window, (void)is_cxx, (void)ret, (void)ret_handed;
    return false;
}

#endif
