#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

struct node {
    int value;
    struct node *next;
};

static struct node *node_new(int value, struct node *next)
{
    struct node *node = malloc(sizeof(*node));
    node->value = value;
    node->next = next;
    return node;
}

static int walk(const struct node *list, const struct node *ring, const struct node *endless)
{
    *(volatile int *volatile)NULL = list->value + ring->value + endless->value;
    return 0;
}

int main(void)
{
    struct node *list = node_new(1, node_new(2, node_new(3, NULL)));
    struct node *ring = node_new(10, node_new(11, NULL)), *endless = NULL;
    ring->next->next = ring;
    alarm(20);
    for (int i = 0; i < 10000; i++)
        endless = node_new(i, endless);
    return walk(list, ring, endless);
}
