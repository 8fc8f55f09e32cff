#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
    char pad[40];
};

static void list_free(struct node *head)
{
    struct node *p;
    int sum = 0;

    struct node *next;
    for (p = head; p != NULL; p = next) {
        sum += p->value;
        next = p->next;
        free(p);
    }
    printf("freed %d\n", sum);
}

int main(void)
{
    struct node *head = NULL;

    for (int i = 0; i < 4; i++) {
        struct node *n = calloc(1, sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    list_free(head);
    return 0;
}
