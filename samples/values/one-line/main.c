#include <stdio.h>
#include <stdlib.h>

struct room {
    int number;
    struct room *next;
};

static struct room *add(struct room *head, int number)
{
    struct room *room = malloc(sizeof(*room));
    *room = (struct room){number, head};
    return room;
}

static struct room *find(struct room *room, int number)
{
    while (room && room->number != number)
        room = room->next;
    return room;
}

int main(void)
{
    struct room *all = add(add(NULL, 7), 3); struct room *found = find(all, 5); printf("%d\n", found->number);
    return 0;
}
