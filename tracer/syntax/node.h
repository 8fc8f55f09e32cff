/*
 * Syntax nodes as the evaluator sees them: what tree.c makes from the parser's tree, for one statement only. Names of
 * node types and fields are those of the grammars tree-sitter-c and tree-sitter-cpp 0.23. Private to syntax/.
 */
#ifndef TR_SYNTAX_NODE_H
#define TR_SYNTAX_NODE_H

#include <stdbool.h>
#include <stddef.h>

struct node {
    const char *type;                         /* such as "field_expression"; static text */
    const char *field;                        /* of its parent, such as "argument"; NULL when it has none */
    const char *text;                         /* in the source, not NUL-terminated */
    size_t size;                              /* bytes of text */
    int line, column, last_line, last_column; /* from 1, last ones inclusive; 0 in text that is not the source's */
    bool is_named;                            /* not a token such as "->" */
    bool has_effects;                         /* it, or a part of it, calls or changes something */
    struct node *children, *next;
};

static inline bool text_is(const char *text, size_t size, const char *word)
{
    return __builtin_strlen(word) == size && __builtin_memcmp(text, word, size) == 0;
}

/** Whether the node is of this type. */
bool node_is(const struct node *node, const char *type);

/** The child in this field, or NULL. */
struct node *node_field(const struct node *node, const char *field);

/** The first named child, or NULL. */
struct node *node_first(const struct node *node);

/** The named child after @p child, or NULL. */
struct node *node_next(const struct node *child);

/** Whether the text of the child in field "operator" is this one. */
bool node_operator_is(const struct node *node, const char *operator);

#endif
