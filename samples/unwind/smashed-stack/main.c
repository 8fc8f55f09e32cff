#include <stdint.h>

#ifndef VALUE
#define VALUE 0x6161616161616161
#endif

static volatile int after;

/* Not on the stack, where the loop would overwrite them. */
static volatile uint64_t *volatile word;
static volatile int left;

/* Overwrites its own return address and a little more, as a string that is too long would. */
__attribute__((noinline)) static void leaf(int words)
{
    volatile uint64_t room[4];
    word = room;
    for (left = words; left > 0; left--)
        *word++ = VALUE;
    after++;
}

__attribute__((noinline)) static void inner(int words)
{
    leaf(words);
    after++;
}

__attribute__((noinline)) static void middle(int words)
{
    volatile char room[64];
    room[0] = (char)words;
    inner(words);
    after += room[0];
}

__attribute__((noinline)) static void outer(int words)
{
    volatile char room[200];
    room[0] = (char)words;
    middle(words);
    after += room[0];
}

int main(void)
{
    outer(9);
    return after;
}
