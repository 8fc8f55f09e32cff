#include "syntax/node.h"

#include <string.h>

bool node_is(const struct node *node, const char *type)
{
    return strcmp(node->type, type) == 0;
}

struct node *node_field(const struct node *node, const char *field)
{
    for (struct node *child = node->children; child; child = child->next)
        if (child->field && strcmp(child->field, field) == 0)
            return child;
    return NULL;
}

static struct node *named(struct node *node)
{
    /* A comment may stand anywhere. */
    while (node && (!node->is_named || node_is(node, "comment")))
        node = node->next;
    return node;
}

struct node *node_first(const struct node *node)
{
    return named(node->children);
}

struct node *node_next(const struct node *child)
{
    return named(child->next);
}

bool node_operator_is(const struct node *node, const char *operator)
{
    const struct node *child = node_field(node, "operator");
    return child && text_is(child->text, child->size, operator);
}
