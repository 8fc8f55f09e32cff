#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *next;
} Node;

static Node *push(Node *head, int data)
{
    Node *n = (Node *)malloc(sizeof(Node));
    n->data = data;
    n->next = head;
    return n;
}

static Node *list_delete(Node *head, int data)
{
    Node *cur = head;
    Node *prev = NULL;

    while (cur != NULL && cur->data != data) {
        prev = cur;
        cur = cur->next;
    }
    if (cur == NULL)
        return head;
    if (prev == NULL)
        head = cur->next;
    else
        prev->next = cur->next;
    free(cur);
    return head;
}

int main(void)
{
    Node *head = NULL;

    for (int i = 1; i <= 5; i++)
        head = push(head, i * 10);
    head = list_delete(head, 30);
    head = list_delete(head, 35);
    for (Node *n = head; n != NULL; n = n->next)
        printf("%d ", n->data);
    printf("\n");
    return 0;
}
