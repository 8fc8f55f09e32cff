#include <stdio.h>
#include <stdlib.h>

enum { PUSH, ADD, HALT };

static void die(const char *why, int value)
{
    fprintf(stderr, "vm: %s %d\n", why, value);
    abort();
}

static int run(const int *code)
{
    int stack[8], sp = 0;

    for (;;) {
        switch (*code++) {
        case PUSH: stack[sp++] = *code++; break;
        case ADD: sp--; stack[sp - 1] += stack[sp]; break;
        case HALT: return stack[sp - 1];
        default: die("bad opcode", code[-1]);
        }
    }
}

int main(void)
{
    int good[] = {PUSH, 2, PUSH, 3, ADD, HALT};
    int bad[] = {PUSH, 2, 9, HALT};

    printf("%d\n", run(good));
    printf("%d\n", run(bad));
    return 0;
}
