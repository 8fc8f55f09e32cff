#include <stdio.h>
#include <stdlib.h>

struct song {
    char title[24];
    int seconds;
    struct song *next;
};

static void insert(struct song *head, const char *title, int seconds)
{
    struct song *s = malloc(sizeof(struct song));
    snprintf(s->title, sizeof s->title, "%s", title);
    s->seconds = seconds;
    s->next = head;
    head = s;
}

int main(void)
{
    struct song *head = NULL;

    insert(head, "Yesterday", 125);
    insert(head, "Hurt", 218);
    printf("last added: %s (%d s)\n", head->title, head->seconds);
    return 0;
}
