struct node {
    int value;
    struct node *next;
};

static struct node *volatile list;
static volatile int after;

__attribute__((noinline)) static int leaf(struct node *volatile const *place, int depth)
{
    int value = (*place)->next->value + depth;
    after++;
    return value;
}

__attribute__((noinline)) static int middle(struct node *volatile const *place)
{
    volatile int kept[3] = {1, 2, 3};
    int value = leaf(place, kept[1]);
    after++;
    return value + kept[2];
}

__attribute__((noinline)) static int outer(int count)
{
    int value = middle(&list) * count;
    after++;
    return value;
}

int main(int count, char **arguments)
{
    (void)arguments;
    return outer(count) + after;
}
