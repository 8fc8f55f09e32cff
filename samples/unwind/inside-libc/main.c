#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *volatile text;
static volatile size_t after;

/* Through a pointer: a compiler that knows memcpy may leave it out. */
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;

__attribute__((noinline)) static void call_abort(void)
{
    abort();
}

__attribute__((noinline)) static void call_assert(void)
{
    assert(text && "there is a text");
    after++;
}

__attribute__((noinline)) static void call_free_twice(void)
{
    char *block = malloc(100), *volatile again = block;
    free(block);
    free(again);
    after++;
}

__attribute__((noinline)) static void call_strlen(void)
{
    after += strlen(text);
    after++;
}

__attribute__((noinline)) static void call_memcpy(void)
{
    static char room[1000];
    copy(text, room, sizeof(room));
    after++;
}

static int compare(const void *a, const void *b)
{
    const int *left = a, *right = b;
    after++;
    return *left - *right + *(volatile char *)text;
}

__attribute__((noinline)) static void call_qsort(void)
{
    int numbers[] = {3, 1, 2};
    qsort(numbers, 3, sizeof(numbers[0]), compare);
    after += (size_t)numbers[0];
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*call)(void);
    } calls[] = {
        {"abort", call_abort},   {"assert", call_assert}, {"free", call_free_twice},
        {"strlen", call_strlen}, {"memcpy", call_memcpy}, {"qsort", call_qsort},
    };
    for (size_t i = 0; count > 1 && i < sizeof(calls) / sizeof(calls[0]); i++)
        if (strcmp(arguments[1], calls[i].name) == 0)
            calls[i].call();
    return 0;
}
