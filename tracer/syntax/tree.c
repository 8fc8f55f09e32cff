#include "syntax/tree.h"

#include "base/cleanup.h"
#include "base/limits.h"

#include <string.h>

#ifdef TR_TREE_SITTER
#include "syntax/parse.h"

/* The grammars' only functions; they bring no header of their own. */
const TSLanguage *tree_sitter_c(void);
const TSLanguage *tree_sitter_cpp(void);

static const TSLanguage *language(bool is_cxx)
{
#ifdef TR_GRAMMAR_CPP
    if (is_cxx)
        return tree_sitter_cpp();
#endif
#ifdef TR_GRAMMAR_C
    if (!is_cxx)
        return tree_sitter_c();
#endif
    (void)is_cxx;
    return NULL;
}

/*
 * Statements and what else stands around whole expressions: the fields of the head, those parts that are evaluated
 * there. A further sort of statement is added here.
 */
static const struct head {
    const char *type;
    const char *fields[4]; /* none: every named child */
    bool one_runs;         /* of the parts, the one at the position runs there */
} heads[] = {
    {"expression_statement", {NULL}, false},
    {"declaration", {"declarator", "value"}, false},
    {"field_declaration", {"default_value"}, false},
    {"return_statement", {NULL}, false},
    {"if_statement", {"condition"}, false},
    {"while_statement", {"condition"}, false},
    {"do_statement", {"condition"}, false},
    {"switch_statement", {"condition"}, false},
    {"for_statement", {"initializer", "condition", "update"}, true},
    {"for_range_loop", {"initializer", "right"}, true},
    {"case_statement", {"value"}, false},
    {"throw_statement", {NULL}, false},
    {"co_return_statement", {NULL}, false},
    {"co_yield_statement", {NULL}, false},
    {"field_initializer", {NULL}, false},
};

static const struct head *head_of(const char *type)
{
    for (size_t i = 0; i < TR_COUNT(heads); i++)
        if (strcmp(heads[i].type, type) == 0)
            return &heads[i];
    return NULL;
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(word, *words) == 0)
            return true;
    return false;
}

/* Where the way up from a position ends without a statement: at a brace, or at the head of a function. */
static bool is_border(const char *type)
{
    static const char *const borders[] = {"compound_statement",
                                          "function_definition",
                                          "lambda_expression",
                                          "class_specifier",
                                          "struct_specifier",
                                          "declaration_list",
                                          NULL};
    return is_one_of(type, borders);
}

/* What stands inside a statement but is not evaluated with it. */
static bool is_body(const char *type, const char *field, const char *parent)
{
    static const char *const bodies[] = {"compound_statement",   "else_clause",   "labeled_statement",
                                         "attributed_statement", "try_statement", NULL};
    if (is_one_of(type, bodies))
        return true;
    bool is_head = field && (strcmp(field, "initializer") == 0 || strcmp(field, "value") == 0);
    return head_of(type) && strcmp(type, "field_initializer") != 0 && !is_head && strcmp(parent, "init_statement") != 0;
}

/* ---- from the parser's nodes to ours ---- */

struct conversion {
    struct tr_arena *arena;
    const char *text; /* that was parsed */
    int first_line;   /* 0: lines are not the source's */
    size_t left;      /* nodes that may still be made */
    bool cut;
};

static bool has_effects(const char *type)
{
    static const char *const changing[] = {
        "call_expression",   "assignment_expression", "update_expression",  "new_expression",
        "delete_expression", "co_await_expression",   "gnu_asm_expression", NULL};
    return is_one_of(type, changing);
}

static struct node *make_node(struct conversion *conversion, TSNode from, const char *field)
{
    struct node *node = tr_arena_new(conversion->arena, struct node);
    uint32_t start = ts_node_start_byte(from), end = ts_node_end_byte(from);
    *node = (struct node){.type = ts_node_type(from),
                          .field = field,
                          .text = conversion->text + start,
                          .size = end - start,
                          .is_named = ts_node_is_named(from)};
    node->has_effects = has_effects(node->type);
    if (conversion->first_line) {
        TSPoint first = ts_node_start_point(from), last = ts_node_end_point(from);
        node->line = conversion->first_line + (int)first.row;
        node->column = (int)first.column + 1;
        node->last_line = conversion->first_line + (int)last.row;
        node->last_column = (int)last.column;
    }
    conversion->left--;
    return node;
}

static struct node *convert(struct conversion *conversion, TSTreeCursor *cursor, unsigned depth);

static void convert_children(struct conversion *conversion, TSTreeCursor *cursor, unsigned depth, struct node *node)
{
    struct node **last = &node->children;
    do {
        const char *type = ts_node_type(ts_tree_cursor_current_node(cursor));
        const char *field = ts_tree_cursor_current_field_name(cursor);
        bool wanted = field || ts_node_is_named(ts_tree_cursor_current_node(cursor));
        if (!wanted || is_body(type, field, node->type))
            continue;
        struct node *child = convert(conversion, cursor, depth + 1);
        if (!child)
            return;
        child->field = field;
        node->has_effects |= child->has_effects;
        *last = child;
        last = &child->next;
    } while (ts_tree_cursor_goto_next_sibling(cursor));
}

/* The node at the cursor with what is below it. @return NULL when a cap is reached. */
static struct node *convert(struct conversion *conversion, TSTreeCursor *cursor, unsigned depth)
{
    static const char *const leaves[] = {"string_literal", "char_literal", "raw_string_literal", "lambda_expression",
                                         NULL};
    if (!conversion->left || depth > TR_LIMIT_SYNTAX_DEPTH) {
        conversion->cut = true;
        return NULL;
    }
    struct node *node =
        make_node(conversion, ts_tree_cursor_current_node(cursor), ts_tree_cursor_current_field_name(cursor));
    if (!is_one_of(node->type, leaves) && ts_tree_cursor_goto_first_child(cursor)) {
        convert_children(conversion, cursor, depth, node);
        ts_tree_cursor_goto_parent(cursor);
    }
    return node;
}

/* ---- the whole expressions of a statement ---- */

struct gathering {
    struct conversion conversion;
    struct node *roots[TR_LIMIT_STATEMENT_ROOTS];
    size_t count;
};

static void add_root(struct gathering *gathering, struct node *node)
{
    if (gathering->count < TR_COUNT(gathering->roots))
        gathering->roots[gathering->count++] = node;
    else
        gathering->conversion.cut = true;
}

static bool is_part(const struct head *head, const struct node *child)
{
    return child->is_named && (!head->fields[0] || (child->field && is_one_of(child->field, head->fields)));
}

static bool holds(const struct node *node, const char *at)
{
    return at >= node->text && at < node->text + node->size;
}

/*
 * Add the expressions of @p node, a statement, a declarator or an expression; @p at: the position in the text, NULL
 * when it does not tell which part.
 */
static void gather(struct gathering *gathering, struct node *node, const char *at, unsigned depth)
{
    static const char *const around[] = {"condition_clause", "init_statement", "argument_list", NULL};
    static const char *const silent[] = {"comment",
                                         "identifier",
                                         "field_identifier",
                                         "function_declarator",
                                         "template_method",
                                         "pointer_declarator",
                                         "array_declarator",
                                         "reference_declarator",
                                         "structured_binding_declarator",
                                         NULL};
    const struct head *head = head_of(node->type);
    if (depth > TR_LIMIT_SYNTAX_DEPTH)
        return;
    if (strcmp(node->type, "init_declarator") == 0) {
        struct node *value = node_field(node, "value");
        if (value)
            gather(gathering, value, at, depth + 1);
        return;
    }
    if (!head && !is_one_of(node->type, around)) {
        add_root(gathering, node);
        return;
    }
    bool only = false;
    for (struct node *child = node->children; head && head->one_runs && at && child; child = child->next)
        only |= is_part(head, child) && holds(child, at);
    bool declares = head && (head->fields[0] && strcmp(head->fields[0], "declarator") == 0);
    for (struct node *child = node->children; child; child = child->next) {
        bool wanted = head ? is_part(head, child) : child->is_named;
        bool is_silent = is_one_of(child->type, silent) && (declares || strcmp(child->type, "identifier") != 0);
        if (wanted && !is_silent && (!only || holds(child, at)))
            gather(gathering, child, at, depth + 1);
    }
}

/* ---- positions ---- */

/* From the root to the statement around byte @p at; the cursor is left on it. */
static bool find_statement(TSTreeCursor *cursor, uint32_t at)
{
    unsigned depth = 0, statement = 0;
    bool found = false;
    while (depth < TR_LIMIT_SYNTAX_DEPTH && ts_tree_cursor_goto_first_child_for_byte(cursor, at) >= 0) {
        TSNode node = ts_tree_cursor_current_node(cursor);
        depth++;
        if (ts_node_start_byte(node) > at)
            break;
        const char *type = ts_node_type(node);
        if (head_of(type)) {
            /* The head's own declaration (for, if) belongs to the statement around it. */
            const char *field = ts_tree_cursor_current_field_name(cursor);
            bool is_head = found && field && (strcmp(field, "initializer") == 0 || strcmp(field, "value") == 0);
            statement = is_head ? statement : depth;
            found = true;
        } else if (is_border(type)) {
            found = false;
        }
    }
    for (; found && depth > statement; depth--)
        ts_tree_cursor_goto_parent(cursor);
    return found;
}

static bool intersects(TSNode node, uint32_t start, uint32_t end)
{
    return ts_node_start_byte(node) < end && ts_node_end_byte(node) > start;
}

/* Convert and add all statements that have expressions on the line [start, end). */
static void gather_line(struct gathering *gathering, TSTreeCursor *cursor, uint32_t start, uint32_t end, unsigned depth)
{
    TSNode node = ts_tree_cursor_current_node(cursor);
    const char *type = ts_node_type(node);
    size_t before = gathering->count;
    if (depth > TR_LIMIT_SYNTAX_DEPTH || !intersects(node, start, end))
        return;
    struct node *statement = head_of(type) ? convert(&gathering->conversion, cursor, depth) : NULL;
    if (statement)
        gather(gathering, statement, NULL, 0);
    const char *text = gathering->conversion.text;
    size_t kept = before;
    for (size_t i = before; i < gathering->count; i++) {
        const struct node *root = gathering->roots[i];
        if (root->text < text + end && root->text + root->size > text + start)
            gathering->roots[kept++] = gathering->roots[i];
    }
    gathering->count = kept;
    if (!ts_tree_cursor_goto_first_child(cursor))
        return;
    do {
        TSNode child = ts_tree_cursor_current_node(cursor);
        if (!statement || is_body(ts_node_type(child), ts_tree_cursor_current_field_name(cursor), type))
            gather_line(gathering, cursor, start, end, depth + 1);
    } while (ts_tree_cursor_goto_next_sibling(cursor));
    ts_tree_cursor_goto_parent(cursor);
}

/*
 * What is parsed: @p text, with the brackets of "delete[] p" blanked. The grammar takes them in front of & or * for the
 * beginning of a lambda. @return @p text, or a copy in @p ret_copy.
 */
static const char *without_delete_brackets(const char *text, size_t size, char **ret_copy)
{
    static const char word[] = "delete";
    const char *end = text + size, *at = text;
    while ((at = memmem(at, (size_t)(end - at), word, sizeof(word) - 1))) {
        at += sizeof(word) - 1;
        const char *open = at;
        while (open < end && *open == ' ')
            open++;
        if (end - open < 2 || open[0] != '[' || open[1] != ']')
            continue;
        if (!*ret_copy && !(*ret_copy = strndup(text, size)))
            return text;
        memset(*ret_copy + (open - text), ' ', 2);
    }
    return *ret_copy ? *ret_copy : text;
}

TSTree *tree_parse(const char *text, size_t size, bool is_cxx, const char **ret_reason)
{
    const TSLanguage *grammar = language(is_cxx);
    if (!grammar) {
        *ret_reason = is_cxx ? "tracerun was built without the C++ grammar of tree-sitter"
                             : "tracerun was built without the C grammar of tree-sitter";
        return NULL;
    }
    TSParser *parser = ts_parser_new();
    TSTree *tree = NULL;
    *ret_reason = "the grammar does not fit the tree-sitter library that tracerun was built with";
    if (ts_parser_set_language(parser, grammar)) {
        ts_parser_set_timeout_micros(parser, TR_LIMIT_SYNTAX_MS * 1000);
        tr_auto_free char *copy = NULL;
        const char *readable = is_cxx ? without_delete_brackets(text, size, &copy) : text;
        tree = ts_parser_parse_string(parser, NULL, readable, (uint32_t)size);
        *ret_reason = tree ? NULL : "parsing the source takes too long";
    }
    ts_parser_delete(parser);
    return tree;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void tree_statement(struct tr_arena *arena, const char *text, const struct window *window, int column, bool is_cxx,
                    struct statement_tree *ret)
{
    struct gathering gathering = {.conversion = {.arena = arena,
                                                 .text = text + window->start,
                                                 .first_line = window->first_line,
                                                 .left = TR_LIMIT_SYNTAX_NODES}};
    *ret = (struct statement_tree){.count = 0};
    TSTree *tree = tree_parse(text + window->start, window->end - window->start, is_cxx, &ret->reason);
    if (!tree)
        return;
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    size_t at = window->line + (size_t)(column > 0 ? column - 1 : 0);
    ret->is_line = column < 1 || at >= window->line_end || is_blank(text[at]);
    struct node *statement = NULL;
    if (ret->is_line)
        gather_line(&gathering, &cursor, (uint32_t)(window->line - window->start),
                    (uint32_t)(window->line_end - window->start), 0);
    else if (find_statement(&cursor, (uint32_t)(at - window->start)))
        statement = convert(&gathering.conversion, &cursor, 0);
    if (statement)
        gather(&gathering, statement, text + at, 0);
    ts_tree_cursor_delete(&cursor);
    ts_tree_delete(tree);
    ret->cut = gathering.conversion.cut;
    ret->count = gathering.count;
    if (gathering.count) {
        ret->roots = tr_arena_alloc(arena, gathering.count * sizeof(struct node *));
        memcpy(ret->roots, gathering.roots, gathering.count * sizeof(struct node *));
    }
}

struct node *tree_expression(struct tr_arena *arena, const char *text, size_t size, bool is_cxx)
{
    /* In parentheses "a * b" is no declaration, and what is no expression is an error. */
    struct conversion conversion = {.arena = arena, .left = TR_LIMIT_SYNTAX_NODES};
    conversion.text = tr_arena_printf(arena, "(%.*s);", (int)size, text);
    const char *reason;
    TSTree *tree = tree_parse(conversion.text, strlen(conversion.text), is_cxx, &reason);
    if (!tree)
        return NULL;
    struct node *node = NULL;
    TSNode root = ts_tree_root_node(tree);
    bool is_one = !ts_node_has_error(root) && ts_node_named_child_count(root) == 1;
    TSTreeCursor cursor = ts_tree_cursor_new(root);
    if (is_one && ts_tree_cursor_goto_first_child(&cursor) &&
        strcmp(ts_node_type(ts_tree_cursor_current_node(&cursor)), "expression_statement") == 0 &&
        ts_tree_cursor_goto_first_child(&cursor))
        node = convert(&conversion, &cursor, 0);
    ts_tree_cursor_delete(&cursor);
    ts_tree_delete(tree);
    return conversion.cut ? NULL : node;
}

/* ---- loops ---- */

static bool is_loop(const char *type)
{
    static const char *const loops[] = {"while_statement", "for_statement", "do_statement", "for_range_loop", NULL};
    return is_one_of(type, loops);
}

struct loop_walk {
    struct tr_arena *arena;
    const char *text; /* of the window */
    int first_line;   /* its number */
    TSNode condition; /* of the loop; null when it has none */
    struct tr_loop_syntax *loop;
};

static const char *node_text(const struct loop_walk *walk, TSNode node)
{
    uint32_t start = ts_node_start_byte(node), size = ts_node_end_byte(node) - start;
    if (size > TR_LIMIT_EXPRESSION_TEXT)
        size = TR_LIMIT_EXPRESSION_TEXT;
    char *copy = tr_arena_strndup(walk->arena, walk->text + start, size);
    for (char *c = copy; *c; c++)
        if (*c == '\n' || *c == '\t' || *c == '\r')
            *c = ' ';
    return copy;
}

/* Whether the call, of a function that reads from what it is given, is not given standard input. */
static bool reads_elsewhere(const struct loop_walk *walk, TSNode call, const char *name)
{
    static const char *const readers[] = {"fscanf", "fgets", "getc", "fgetc", "getline", "std::getline", "fread", "read", NULL};
    static const char *const streams[] = {"stdin", "cin", "std::cin", NULL}, *const descriptors[] = {"0", "STDIN_FILENO", NULL};
    TSNode arguments = ts_node_child_by_field_name(call, "arguments", 9);
    bool is_given = !is_one_of(name, readers) || ts_node_is_null(arguments);
    for (uint32_t i = 0; !is_given && i < ts_node_named_child_count(arguments); i++) {
        const char *argument = node_text(walk, ts_node_named_child(arguments, i));
        is_given = is_one_of(argument, streams) || (i == 0 && is_one_of(argument, descriptors));
    }
    return !is_given;
}

/* The function's name; of one that reads from elsewhere than standard input the whole call. */
static void add_loop_call(const struct loop_walk *walk, TSNode call)
{
    TSNode function = ts_node_child_by_field_name(call, "function", 8);
    struct tr_loop_syntax *loop = walk->loop;
    if (ts_node_is_null(function) || loop->call_count == TR_LOOP_CALLS)
        return;
    const char *name = node_text(walk, function);
    if (reads_elsewhere(walk, call, name))
        name = node_text(walk, call);
    for (size_t i = 0; i < loop->call_count; i++)
        if (strcmp(loop->calls[i], name) == 0)
            return;
    loop->calls[loop->call_count++] = name;
}

/* "std::cin >> a >> b": what it takes from is told like a function that is called. */
static void add_extraction(const struct loop_walk *walk, TSNode node)
{
    struct tr_loop_syntax *loop = walk->loop;
    TSNode operator= ts_node_child_by_field_name(node, "operator", 8), left = ts_node_child_by_field_name(node, "left", 4);
    if (ts_node_is_null(operator) || ts_node_is_null(left) || strcmp(ts_node_type(operator), ">>") != 0 ||
        loop->call_count == TR_LOOP_CALLS)
        return;
    const char *name = node_text(walk, left);
    if (strcmp(name, "cin") == 0 || strcmp(name, "std::cin") == 0)
        loop->calls[loop->call_count++] = name;
}

static TSNode inside_parentheses(TSNode node)
{
    while (strcmp(ts_node_type(node), "parenthesized_expression") == 0 || strcmp(ts_node_type(node), "condition_clause") == 0) {
        TSNode value = ts_node_child_by_field_name(node, "value", 5);
        if (ts_node_is_null(value))
            value = ts_node_named_child(node, 0);
        if (ts_node_is_null(value))
            break;
        node = value;
    }
    return node;
}

/* ---- ways to the loop's end ---- */

/* The condition whose outcome decides whether @p child of @p node runs; null when none does. */
static TSNode guard_of(TSNode node, TSNode child)
{
    static const char *const guarded[] = {"if_statement", "while_statement", "for_statement", "switch_statement",
                                          "conditional_expression", NULL};
    const char *type = ts_node_type(node);
    TSNode none = {0}, condition = none;
    if (is_one_of(type, guarded)) {
        condition = ts_node_child_by_field_name(node, "condition", 9);
    } else if (strcmp(type, "binary_expression") == 0) {
        TSNode operator= ts_node_child_by_field_name(node, "operator", 8);
        if (!ts_node_is_null(operator) && is_one_of(ts_node_type(operator), (const char *const[]){"&&", "||", NULL}))
            condition = ts_node_child_by_field_name(node, "left", 4);
    }
    return ts_node_is_null(condition) || ts_node_eq(condition, child) ? none : condition;
}

/* The identifier that an assigned expression begins with: "list" of "list->items[i].count". */
static TSNode root_of(TSNode node)
{
    static const char *const fields[] = {"argument", "left", NULL};
    for (unsigned depth = 0; depth < TR_LIMIT_SYNTAX_DEPTH && !ts_node_is_null(node) && strcmp(ts_node_type(node), "identifier") != 0;
         depth++) {
        TSNode inner = ts_node_named_child(node, 0);
        for (size_t i = 0; fields[i]; i++) {
            TSNode field = ts_node_child_by_field_name(node, fields[i], (uint32_t)strlen(fields[i]));
            inner = ts_node_is_null(field) ? inner : field;
        }
        node = inner;
    }
    return node;
}

static bool same_text(const struct loop_walk *walk, TSNode a, TSNode b)
{
    uint32_t size = ts_node_end_byte(a) - ts_node_start_byte(a);
    return size == ts_node_end_byte(b) - ts_node_start_byte(b) &&
           memcmp(walk->text + ts_node_start_byte(a), walk->text + ts_node_start_byte(b), size) == 0;
}

/* Whether the expression names @p identifier, other than as a function that is called. */
static bool mentions(const struct loop_walk *walk, TSNode expression, TSNode identifier, unsigned depth)
{
    if (ts_node_is_null(expression) || depth > TR_LIMIT_SYNTAX_DEPTH)
        return false;
    if (strcmp(ts_node_type(expression), "identifier") == 0)
        return same_text(walk, expression, identifier);
    for (uint32_t i = 0, count = ts_node_named_child_count(expression); i < count; i++)
        if (mentions(walk, ts_node_named_child(expression, i), identifier, depth + 1))
            return true;
    return false;
}

/* The object of a member function that may change it: "queue" of "queue.pop()"; null for one that only looks. */
static TSNode changed_object(const struct loop_walk *walk, TSNode call)
{
    static const char *const looking[] = {"size",   "length", "empty", "front", "back",  "top",      "begin", "end",  "cbegin",
                                          "cend",   "rbegin", "rend",  "at",    "data",  "c_str",    "find",  "count", "get",
                                          "substr", "fail",   "eof",   "good",  "bad",   "contains", "compare", NULL};
    TSNode none = {0}, function = ts_node_child_by_field_name(call, "function", 8);
    if (ts_node_is_null(function) || strcmp(ts_node_type(function), "field_expression") != 0)
        return none;
    TSNode field = ts_node_child_by_field_name(function, "field", 5);
    if (ts_node_is_null(field) || is_one_of(node_text(walk, field), looking))
        return none;
    return ts_node_child_by_field_name(function, "argument", 8);
}

/* What this node sets, if it sets something; null when it does not. */
static TSNode target_of(const struct loop_walk *walk, TSNode node)
{
    return strcmp(ts_node_type(node), "call_expression") == 0 ? changed_object(walk, node) : tree_target(node);
}

static struct tr_loop_place place_of(const struct loop_walk *walk, TSNode node)
{
    TSPoint start = ts_node_start_point(node);
    return (struct tr_loop_place){walk->first_line + (int)start.row, (int)start.column + 1};
}

static void add_way(const struct loop_walk *walk, TSNode node, bool leaves, const struct tr_loop_way *guards)
{
    struct tr_loop_syntax *loop = walk->loop;
    if (loop->way_count == TR_LOOP_WAYS) {
        loop->ways_cut = true;
        return;
    }
    struct tr_loop_way *way = &loop->ways[loop->way_count++];
    *way = *guards;
    way->place = place_of(walk, node);
    way->leaves = leaves;
}

static void add_set(const struct loop_walk *walk, TSNode name)
{
    struct tr_loop_syntax *loop = walk->loop;
    if (ts_node_is_null(name) || strcmp(ts_node_type(name), "identifier") != 0 || loop->set_count == TR_LOOP_SETS)
        return;
    const char *text = node_text(walk, name);
    for (size_t i = 0; i < loop->set_count; i++)
        if (strcmp(loop->sets[i], text) == 0)
            return;
    loop->sets[loop->set_count++] = text;
}

/* What this node declares, sets, or hands to a function that may set it: by reference, or as the object of a method. */
static void add_sets(const struct loop_walk *walk, TSNode node, TSNode target_root)
{
    TSNode declared = ts_node_child_by_field_name(node, "declarator", 10);
    TSNode method = ts_node_child_by_field_name(node, "function", 8);
    add_set(walk, target_root);
    if (!ts_node_is_null(declared))
        add_set(walk, root_of(declared));
    if (!ts_node_is_null(method) && strcmp(ts_node_type(method), "field_expression") == 0)
        add_set(walk, root_of(method));
    for (uint32_t i = 0; strcmp(ts_node_type(node), "argument_list") == 0 && i < ts_node_named_child_count(node); i++)
        add_set(walk, ts_node_named_child(node, i));
}

/* Whether the condition looks into what @p identifier names: calls its methods, hands it to a function, compares it with text. */
static bool looks_into(const struct loop_walk *walk, TSNode expression, TSNode identifier, unsigned depth)
{
    if (ts_node_is_null(expression) || depth > TR_LIMIT_SYNTAX_DEPTH)
        return false;
    const char *type = ts_node_type(expression);
    bool is_list = strcmp(type, "argument_list") == 0, is_method = strcmp(type, "field_expression") == 0;
    TSNode right = ts_node_child_by_field_name(expression, "right", 5);
    bool is_text = !ts_node_is_null(right) && strcmp(ts_node_type(right), "string_literal") == 0;
    for (uint32_t i = 0, count = ts_node_named_child_count(expression); i < count; i++) {
        TSNode child = ts_node_named_child(expression, i);
        bool is_it = (is_list || is_method || is_text) && strcmp(ts_node_type(child), "identifier") == 0 && same_text(walk, child, identifier);
        if (is_it || looks_into(walk, child, identifier, depth + 1))
            return true;
    }
    return false;
}

/* Arguments that the called function may change, where the condition looks into them: containers, texts. */
static void add_handed(const struct loop_walk *walk, TSNode list, const struct tr_loop_way *guards)
{
    TSNode condition = walk->condition;
    bool is_own = !ts_node_is_null(condition) && ts_node_start_byte(list) >= ts_node_start_byte(condition) &&
                  ts_node_end_byte(list) <= ts_node_end_byte(condition);
    for (uint32_t i = 0; !is_own && i < ts_node_named_child_count(list); i++) {
        TSNode argument = ts_node_named_child(list, i);
        if (strcmp(ts_node_type(argument), "identifier") == 0 && looks_into(walk, condition, argument, 0))
            add_way(walk, ts_node_parent(list), false, guards);
    }
}

/* What the loop calls, what leaves it, and what sets a part of its condition; a break inside @p nested loops or switches is
 * theirs. */
static void walk_body(const struct loop_walk *walk, TSNode node, bool nested, unsigned depth, const struct tr_loop_way *guards)
{
    static const char *const exits[] = {"return_statement", "goto_statement", "throw_statement", "co_return_statement", NULL};
    const char *type = ts_node_type(node);
    if (depth > TR_LIMIT_SYNTAX_DEPTH || strcmp(type, "lambda_expression") == 0)
        return;
    if (is_one_of(type, exits) || (!nested && strcmp(type, "break_statement") == 0)) {
        walk->loop->has_exit = true;
        add_way(walk, node, true, guards);
    }
    if (strcmp(type, "call_expression") == 0)
        add_loop_call(walk, node);
    else if (strcmp(type, "binary_expression") == 0)
        add_extraction(walk, node);
    TSNode target = target_of(walk, node);
    TSNode root = ts_node_is_null(target) ? target : root_of(target);
    add_sets(walk, node, root);
    if (strcmp(type, "argument_list") == 0)
        add_handed(walk, node, guards);
    if (!ts_node_is_null(root) && mentions(walk, walk->condition, root, 0))
        add_way(walk, node, false, guards);
    bool inner = nested || (depth > 0 && (is_loop(type) || strcmp(type, "switch_statement") == 0));
    TSNode none = {0}, initializer = ts_node_child_by_field_name(node, "initializer", 11);
    for (uint32_t i = 0, count = ts_node_named_child_count(node); i < count; i++) {
        TSNode child = ts_node_named_child(node, i);
        TSNode guard = depth > 0 ? guard_of(node, child) : none;
        struct tr_loop_way own = *guards;
        if (depth == 0 && !ts_node_is_null(initializer) && ts_node_eq(initializer, child))
            continue;
        TSNode consequence = ts_node_child_by_field_name(node, "consequence", 11);
        own.is_otherwise |= !ts_node_is_null(guard) && (ts_node_is_null(consequence) || !ts_node_eq(consequence, child));
        if (!ts_node_is_null(guard) && own.guard_count < TR_LOOP_GUARDS)
            own.guards[own.guard_count++] = place_of(walk, inside_parentheses(guard));
        else if (!ts_node_is_null(guard))
            walk->loop->ways_cut = true;
        walk_body(walk, child, inner, depth + 1, &own);
    }
}

/* "while (x); { … }": what was meant as the body is not. */
static bool has_block_behind(TSNode node)
{
    TSNode body = ts_node_child_by_field_name(node, "body", 4), next = ts_node_next_named_sibling(node);
    while (!ts_node_is_null(next) && strcmp(ts_node_type(next), "comment") == 0)
        next = ts_node_next_named_sibling(next);
    return !ts_node_is_null(body) && strcmp(ts_node_type(body), "expression_statement") == 0 &&
           !ts_node_named_child_count(body) && !ts_node_is_null(next) &&
           strcmp(ts_node_type(next), "compound_statement") == 0;
}

static void fill_loop(struct tr_arena *arena, const char *text, int first_line, TSNode node, struct tr_loop_syntax *ret)
{
    const struct tr_loop_way unguarded = {.guard_count = 0};
    *ret = (struct tr_loop_syntax){.node = ts_node_type(node), .first_line = first_line + (int)ts_node_start_point(node).row,
                                   .last_line = first_line + (int)ts_node_end_point(node).row};
    TSNode condition = ts_node_child_by_field_name(node, "condition", 9);
    struct loop_walk walk = {arena, text, first_line, condition, ret};
    if (!ts_node_is_null(condition))
        walk.condition = inside_parentheses(condition);
    walk_body(&walk, node, false, 0, &unguarded);
    ret->has_block_behind = has_block_behind(node);
    ret->is_always = ts_node_is_null(condition) && strcmp(ret->node, "for_statement") == 0;
    if (ts_node_is_null(condition))
        return;
    ret->condition = node_text(&walk, walk.condition);
    ret->is_always = is_one_of(ret->condition, (const char *const[]){"1", "true", "TRUE", NULL});
    struct tr_loop_place place = place_of(&walk, walk.condition);
    ret->condition_line = place.line;
    ret->condition_column = place.column;
}

size_t tree_loops(struct tr_arena *arena, const char *text, const struct window *window, int column, bool is_cxx,
                  struct tr_loop_syntax ret[TR_LOOPS_AROUND])
{
    const char *reason;
    size_t at = window->line + (size_t)(column > 0 ? column - 1 : 0), count = 0;
    while (at + 1 < window->line_end && is_blank(text[at]))
        at++;
    TSTree *tree = tree_parse(text + window->start, window->end - window->start, is_cxx, &reason);
    if (!tree)
        return 0;
    TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    uint32_t offset = (uint32_t)(at - window->start);
    for (unsigned depth = 0; depth < TR_LIMIT_SYNTAX_DEPTH && ts_tree_cursor_goto_first_child_for_byte(&cursor, offset) >= 0; depth++) {
        TSNode node = ts_tree_cursor_current_node(&cursor);
        if (ts_node_start_byte(node) > offset)
            break;
        if (!is_loop(ts_node_type(node)))
            continue;
        /* The innermost ones count. */
        size_t kept = count < TR_LOOPS_AROUND ? count : TR_LOOPS_AROUND - 1;
        memmove(ret + 1, ret, kept * sizeof(*ret));
        fill_loop(arena, text + window->start, window->first_line, node, &ret[0]);
        count = kept + 1;
    }
    ts_tree_cursor_delete(&cursor);
    ts_tree_delete(tree);
    return count;
}

static size_t collect_loops(struct tr_arena *arena, const char *text, int first_line, TSNode node, unsigned depth,
                            struct tr_loop_syntax ret[TR_LOOPS_AROUND], size_t count)
{
    if (depth > TR_LIMIT_SYNTAX_DEPTH)
        return count;
    if (is_loop(ts_node_type(node)) && count < TR_LOOPS_AROUND)
        fill_loop(arena, text, first_line, node, &ret[count++]);
    for (uint32_t i = 0, children = ts_node_named_child_count(node); i < children; i++)
        count = collect_loops(arena, text, first_line, ts_node_named_child(node, i), depth + 1, ret, count);
    return count;
}

size_t tree_function_loops(struct tr_arena *arena, const char *text, const struct window *window, bool is_cxx,
                           struct tr_loop_syntax ret[TR_LOOPS_AROUND])
{
    const char *reason;
    TSTree *tree = tree_parse(text + window->start, window->end - window->start, is_cxx, &reason);
    if (!tree)
        return 0;
    TSNode root = ts_tree_root_node(tree);
    uint32_t children = ts_node_named_child_count(root);
    size_t count = children ? collect_loops(arena, text + window->start, window->first_line,
                                            ts_node_named_child(root, children - 1), 0, ret, 0)
                            : 0;
    ts_tree_delete(tree);
    return count;
}

/* ---- returns ---- */

struct return_walk {
    const char *text; /* of the window */
    size_t start;     /* where that begins in the source */
    int first_line;
    struct tr_returns *returns;
};

/* CHECK(x): what such a macro does is not seen. */
static bool is_macro_call(const struct return_walk *walk, TSNode node)
{
    TSNode function = ts_node_child_by_field_name(node, "function", 8);
    bool has_letter = false;
    if (strcmp(ts_node_type(node), "call_expression") != 0 || ts_node_is_null(function) ||
        strcmp(ts_node_type(function), "identifier") != 0)
        return false;
    for (uint32_t i = ts_node_start_byte(function); i < ts_node_end_byte(function); i++) {
        char c = walk->text[i];
        if (c >= 'a' && c <= 'z')
            return false;
        has_letter = has_letter || (c >= 'A' && c <= 'Z');
    }
    return has_letter;
}

static bool add_return(const struct return_walk *walk, TSNode node)
{
    if (walk->returns->count == TR_RETURNS)
        return false;
    TSPoint at = ts_node_start_point(node);
    struct tr_return_syntax *found = &walk->returns->items[walk->returns->count++];
    *found = (struct tr_return_syntax){.line = walk->first_line + (int)at.row, .column = (int)at.column + 1};
    if (ts_node_named_child_count(node)) {
        TSNode value = ts_node_named_child(node, 0);
        at = ts_node_start_point(value);
        found->value = walk->start + ts_node_start_byte(value);
        found->value_size = ts_node_end_byte(value) - ts_node_start_byte(value);
        found->value_line = walk->first_line + (int)at.row;
        found->value_column = (int)at.column + 1;
    }
    return true;
}

static bool walk_returns(const struct return_walk *walk, TSNode node, unsigned depth)
{
    const char *type = ts_node_type(node);
    if (strcmp(type, "lambda_expression") == 0)
        return true;
    if (depth > TR_LIMIT_SYNTAX_DEPTH || is_macro_call(walk, node))
        return false;
    if (strcmp(type, "return_statement") == 0 && !add_return(walk, node))
        return false;
    for (uint32_t i = 0, count = ts_node_named_child_count(node); i < count; i++)
        if (!walk_returns(walk, ts_node_named_child(node, i), depth + 1))
            return false;
    return true;
}

bool tree_returns(const char *text, const struct window *window, bool is_cxx, struct tr_returns *ret)
{
    const char *reason;
    const struct return_walk walk = {text + window->start, window->start, window->first_line, ret};
    TSTree *tree = tree_parse(text + window->start, window->end - window->start, is_cxx, &reason);
    if (!tree)
        return false;
    TSNode root = ts_tree_root_node(tree), body = {0};
    bool is_whole = !ts_node_has_error(root) && ts_node_named_child_count(root) > 0;
    if (is_whole)
        body = ts_node_named_child(root, ts_node_named_child_count(root) - 1);
    is_whole = is_whole && strcmp(ts_node_type(body), "function_definition") == 0 && walk_returns(&walk, body, 0);
    ts_tree_delete(tree);
    return is_whole;
}

#else

void tree_statement(struct tr_arena *arena, const char *text, const struct window *window, int column, bool is_cxx,
                    struct statement_tree *ret)
{
    (void)arena, (void)text, (void)window, (void)column, (void)is_cxx;
    *ret = (struct statement_tree){.reason = "tracerun was built without tree-sitter"};
}

struct node *tree_expression(struct tr_arena *arena, const char *text, size_t size, bool is_cxx)
{
    (void)arena, (void)text, (void)size, (void)is_cxx;
    return NULL;
}

size_t tree_loops(struct tr_arena *arena, const char *text, const struct window *window, int column, bool is_cxx,
                  struct tr_loop_syntax ret[TR_LOOPS_AROUND])
{
    (void)arena, (void)text, (void)window, (void)column, (void)is_cxx, (void)ret;
    return 0;
}

size_t tree_function_loops(struct tr_arena *arena, const char *text, const struct window *window, bool is_cxx,
                           struct tr_loop_syntax ret[TR_LOOPS_AROUND])
{
    (void)arena, (void)text, (void)window, (void)is_cxx, (void)ret;
    return 0;
}

bool tree_returns(const char *text, const struct window *window, bool is_cxx, struct tr_returns *ret)
{
    (void)text, (void)window, (void)is_cxx, (void)ret;
    return false;
}

#endif
