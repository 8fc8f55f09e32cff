#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int id;
    char tag[12];
    struct node *next;
    char note[64];
};

static void warm_up(void)
{
    char *text = malloc(sizeof(struct node));
    memset(text, 'k', sizeof(struct node));
    text[sizeof(struct node) - 1] = '\0';
    printf("%zu\n", strlen(text));
    free(text);
}

static struct node *node_new(int id)
{
    struct node *n = malloc(sizeof *n);
    n->id = id;
    n->tag[0] = '\0';
    n->next = NULL;
    return n;
}

static void list_print(struct node *n)
{
    while (n != NULL) {
        printf("%d\n", n->id);
        n = n->next;
    }
}

int main(void)
{
    warm_up();
    list_print(node_new(4));
    return 0;
}
