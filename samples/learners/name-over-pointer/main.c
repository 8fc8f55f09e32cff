#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct contact {
    char name[8];
    struct contact *next;
};

static struct contact *add(struct contact *list, const char *name)
{
    struct contact *c = malloc(sizeof *c + 32);
    c->next = list;
    strcpy(c->name, name);
    return c;
}

static void print_all(const struct contact *c)
{
    while (c != NULL) {
        printf("%.8s -> %.1s\n", c->name, c->next ? c->next->name : "-");
        c = c->next;
    }
}

int main(void)
{
    struct contact *list = NULL;

    list = add(list, "Bob");
    list = add(list, "Maximiliana Rosenthal");
    list = add(list, "Zoe");
    print_all(list);
    return 0;
}
