#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left;
    struct node *right;
};

static struct node *node_new(int key)
{
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->left = n->right = NULL;
    return n;
}

static void tree_insert(struct node **root, int key)
{
    while (*root != NULL)
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    *root = node_new(key);
}

static struct node *tree_remove(struct node *root, int key)
{
    struct node *parent = NULL;
    struct node *cur = root;

    while (cur != NULL && cur->key != key) {
        parent = cur;
        cur = key < cur->key ? cur->left : cur->right;
    }
    if (cur == NULL)
        return root;

    struct node *child = cur->left != NULL ? cur->left : cur->right;
    if (parent == NULL)
        root = child;
    else if (parent->left == cur)
        parent->left = child;
    else
        parent->right = child;
    free(cur);
    return root;
}

int main(void)
{
    struct node *root = NULL;
    int keys[] = {50, 70, 60};

    for (int i = 0; i < 3; i++)
        tree_insert(&root, keys[i]);
    root = tree_remove(root, 60);
    root = tree_remove(root, 50);
    printf("root is now %d\n", root->key);
    free(root);
    return 0;
}
