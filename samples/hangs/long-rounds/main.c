#include <stdio.h>
#include <string.h>

#define APART __attribute__((noinline))

enum { SLOTS = 8 };

static int table[SLOTS];

/* Linear probing: no slot is free, and none has the key. */
APART static int find_slot(int key)
{
    int slot = key % SLOTS;
    while (table[slot] != 0 && table[slot] != key)
        slot = (slot + 1) % SLOTS;
    return slot;
}

/* As above, and gives up some time. */
APART static int find_slot_until(int key, long most)
{
    int slot = key % SLOTS;
    long tried = 0;
    while (table[slot] != 0 && table[slot] != key && tried < most) {
        slot = (slot + 1) % SLOTS;
        tried++;
    }
    return slot;
}

/* The remainders of the powers of 2 come round every ten, and 0 is none of them. */
APART static unsigned until_divided(unsigned power)
{
    while (power != 0)
        power = power * 2 % 11;
    return power;
}

/* Both parts of the condition are set back. */
APART static int two_parts(int i, int j)
{
    while (i < 10 && j > 0) {
        if (i == 5) {
            j = 10;
            i = 4;
        }
        i++;
    }
    return j;
}

/* The body stands behind a semicolon. */
APART static int no_body(int count)
{
    int i = 0;
    while (i < count);
    {
        printf("%d\n", i);
        i++;
    }
    return i;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    long result = 0;
    for (int i = 0; i < SLOTS; i++)
        table[i] = 100 + i;
    if (strcmp(which, "full-table") == 0)
        result = find_slot(42);
    else if (strcmp(which, "full-table-until") == 0)
        result = find_slot_until(42, 1L << 50);
    else if (strcmp(which, "remainders") == 0)
        result = until_divided(1);
    else if (strcmp(which, "two-parts") == 0)
        result = two_parts(0, 10);
    else if (strcmp(which, "no-body") == 0)
        result = no_body(argc + 3);
    printf("%ld\n", result);
    return 0;
}
