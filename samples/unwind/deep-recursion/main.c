#include <string.h>

/*
 * Calls itself, itself through another function, or in the shape of a tree, until the stack is full: about a hundred
 * thousand times in 8 MiB.
 */
enum { ROOM = 72 };

static volatile int after;
static volatile char *volatile seen;

__attribute__((noinline)) static int direct(int depth)
{
    volatile char room[ROOM];
    room[0] = (char)depth;
    seen = room;
    int got = direct(depth + 1);
    after++;
    return got + room[0];
}

static int odd(int depth);

__attribute__((noinline)) static int even(int depth)
{
    volatile char room[ROOM];
    room[0] = (char)depth;
    seen = room;
    int got = odd(depth + 1);
    after += 2;
    return got + room[0];
}

__attribute__((noinline)) static int odd(int depth)
{
    volatile char room[ROOM];
    room[0] = (char)depth;
    seen = room;
    int got = even(depth + 1);
    after += 3;
    return got + room[0];
}

__attribute__((noinline)) static int tree(unsigned shape)
{
    volatile char room[ROOM];
    unsigned next = shape * 1103515245 + 12345;
    int got;
    room[0] = (char)next;
    seen = room;
    if (next & 0x10000)
        got = tree(next) + 1;
    else
        got = tree(next) + 2;
    after++;
    return got + room[0];
}

int main(int count, char **arguments)
{
    const char *which = count > 1 ? arguments[1] : "direct";
    int got = strcmp(which, "mutual") == 0 ? even(0) : strcmp(which, "tree") == 0 ? tree(1) : direct(0);
    return got + after;
}
