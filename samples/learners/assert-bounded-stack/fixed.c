#include <assert.h>
#include <stdio.h>

#define CAPACITY 4

struct stack {
    int items[CAPACITY];
    int top;
};

static void stack_push(struct stack *s, int item)
{
    assert(s->top < CAPACITY);
    s->items[s->top++] = item;
}

int main(void)
{
    struct stack s = {{0}, 0};

    for (int i = 0; i < CAPACITY; i++)
        stack_push(&s, i * i);
    printf("%d\n", s.items[3]);
    return 0;
}
