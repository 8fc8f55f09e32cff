#include <stdio.h>
#include <stdlib.h>

struct message {
    int id;
    struct message *next;
};

struct inbox {
    struct message *first;
};

static struct message *inbox_add(struct inbox *in, int id)
{
    struct message *m = malloc(sizeof *m);
    m->id = id;
    m->next = in->first;
    in->first = m;
    return m;
}

static void inbox_clear(struct inbox *in)
{
    while (in->first) {
        struct message *m = in->first;
        in->first = m->next;
        free(m);
    }
}

int main(void)
{
    struct inbox in = {NULL};
    struct message *latest = NULL;

    for (int i = 0; i < 3; i++)
        latest = inbox_add(&in, i);
    printf("latest is %d\n", latest->id);
    inbox_clear(&in);
    free(latest);
    return 0;
}
