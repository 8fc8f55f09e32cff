/* Any text as a source file: the window of a function, the tree of a statement in it, the text as one expression. */
#include "fuzzer.h"

#include "syntax/literal.h"
#include "syntax/tree.h"

#include <stdlib.h>
#include <string.h>

static void read_literal(const char *text, size_t size)
{
    struct literal literal;
    size_t length;
    unsigned width;
    literal_number(text, size, &literal);
    literal_character(text, size, true, &literal);
    literal_string_length(text, size, &length, &width);
}

static void read_nodes(const struct node *node)
{
    for (; node; node = node->next) {
        read_literal(node->text, node->size);
        read_nodes(node->children);
    }
}

/* The first two bytes are the place: line and column. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2)
        return 0;
    struct tr_arena *arena = tr_arena_create();
    const char *text = (const char *)bytes + 2;
    int line = bytes[0] & 63, column = bytes[1];
    bool is_cxx = bytes[0] & 64;
    size -= 2;
    struct window window;
    if (window_find(text, size, bytes[0] & 128 ? 1 : 0, line, &window)) {
        if (window.start > window.end || window.end > size || window.line > window.line_end || window.line_end > size)
            abort();
        struct statement_tree tree;
        tree_statement(arena, text, &window, column, is_cxx, &tree);
        if (tree.count && tree.reason)
            abort();
        for (size_t i = 0; i < tree.count; i++)
            read_nodes(tree.roots[i]);
    }
    read_nodes(tree_expression(arena, text, size, is_cxx));
    read_literal(text, size);
    tr_arena_destroy(arena);
    return 0;
}
