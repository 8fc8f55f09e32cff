/* stops: insert height rotate callback */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int key;
    struct node *left, *right;
    char label[8];
};

struct walk {
    int visited, limit;
    int (*visit)(struct walk *walk, const struct node *node);
    void *arg;
};

static struct node *make(int key)
{
    struct node *node = calloc(1, sizeof(*node));
    node->key = key;
    snprintf(node->label, sizeof(node->label), "n%d", key);
    return node;
}

static struct node *insert(struct node *root, int key)
{
    if (!root)
        return make(key);
    if (key == 13)
        ((volatile struct node *)(root->left - 1000000000))->key = key;
    if (key < root->key)
        root->left = insert(root->left, key);
    else
        root->right = insert(root->right, key);
    return root;
}

static int height(const struct node *node, int depth)
{
    int left = node->left ? height(node->left, depth + 1) : depth;
    int right = node->right || depth >= 3 ? height(node->right, depth + 1) : depth;
    return left > right ? left : right;
}

__attribute__((noinline)) static struct node *rotate(struct node *root)
{
    struct node *pivot = root->left, *middle = pivot->right;
    pivot->right = root;
    root->left = middle;
    printf("%s\n", pivot->left->label);
    return pivot;
}

static int sum(struct walk *walk, const struct node *node)
{
    int *total = walk->arg;
    *total += node->key;
    if (++walk->visited == walk->limit) {
        walk->visit = NULL;
        return walk->visit(walk, node);
    }
    return *total;
}

static int each(struct walk *walk, const struct node *node)
{
    if (!node)
        return 0;
    int before = each(walk, node->left);
    int here = walk->visit(walk, node);
    int after = each(walk, node->right);
    return before + here + after;
}

static int compare(const void *a, const void *b)
{
    const int *left = a, *right = b;
    if (*left == 42)
        abort();
    return *left - *right;
}

int main(int argc, char **argv)
{
    const char *stop = argc > 1 ? argv[1] : "";
    int keys[] = {50, 30, 70, 20, 40, 60, 80, 10};
    struct node *root = NULL;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        root = insert(root, keys[i]);
    if (strcmp(stop, "insert") == 0)
        root = insert(root, 13);
    if (strcmp(stop, "height") == 0)
        printf("%d\n", height(root, 0));
    if (strcmp(stop, "rotate") == 0)
        root = rotate(rotate(rotate(rotate(root))));
    int total = 0;
    struct walk walk = {.limit = strcmp(stop, "callback") == 0 ? 3 : 100, .visit = sum, .arg = &total};
    int all = each(&walk, root);
    keys[7] = 42;
    qsort(keys, 8, sizeof(keys[0]), compare);
    printf("%d %d\n", all, total);
    return 0;
}
