#include <stdio.h>
#include <stdlib.h>

struct customer { int id; const char *name; struct customer *next; };
struct queue { struct customer *front, *rear; int length; };
struct bank { const char *town; struct queue *queues[2]; };

static void enqueue(struct queue *q, int id, const char *name)
{
    struct customer *c = calloc(1, sizeof *c);
    c->id = id;
    c->name = name;
    if (q->rear)
        q->rear->next = c;
    else
        q->front = c;
    q->rear = c;
    q->length++;
}

static const char *next_customer_name(const struct bank *bank, int desk)
{
    if (bank->queues[desk]->length == 0)
        return "nobody";
    return bank->queues[desk]->front->name;
}

int main(void)
{
    struct bank bank = {"Ulm", {calloc(1, sizeof(struct queue)), calloc(1, sizeof(struct queue))}};

    enqueue(bank.queues[0], 1, "Noor");
    enqueue(bank.queues[0], 2, "Eli");
    for (int desk = 0; desk < 2; desk++)
        printf("desk %d serves %s\n", desk, next_customer_name(&bank, desk));
    return 0;
}
