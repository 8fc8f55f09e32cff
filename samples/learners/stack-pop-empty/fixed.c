#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
    int value;
    struct item *below;
};

struct stack {
    struct item *top;
    int size;
};

static void push(struct stack *s, int value)
{
    struct item *it = malloc(sizeof *it);
    it->value = value;
    it->below = s->top;
    s->top = it;
    s->size++;
}

static int pop(struct stack *s)
{
    struct item *it = s->top;
    if (it == NULL)
        return 0;
    int value = s->top->value;
    s->top = it->below;
    s->size--;
    free(it);
    return value;
}

static int evaluate(const char *text)
{
    struct stack s = {NULL, 0};

    for (; *text; text++) {
        if (isdigit((unsigned char)*text)) {
            push(&s, *text - '0');
        } else if (*text == '+' || *text == '*') {
            int b = pop(&s), a = pop(&s);
            push(&s, *text == '+' ? a + b : a * b);
        }
    }
    return pop(&s);
}

int main(void)
{
    printf("%d\n", evaluate("3 4 + 2 *"));
    printf("%d\n", evaluate("3 + *"));
    return 0;
}
