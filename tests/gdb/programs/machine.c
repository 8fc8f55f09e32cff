/* stops: opcode vla union callback */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { OP_PUSH, OP_ADD, OP_CALL = 7, OP_HALT };

struct word {
    unsigned op : 4;
    int argument : 20;
    unsigned last : 1, : 0;
    unsigned short tag;
};

union cell {
    int64_t whole;
    double real;
    struct { uint32_t low; int32_t high; };
    const char *text;
};

struct machine;
typedef int (*handler)(struct machine *, struct word);

struct machine {
    const char name[12];
    handler table[9];
    struct { union cell cells[6]; int top; } stack;
    struct { struct word *code; size_t length, at; } program;
    struct { int depth; struct { short line; char unit[6]; } place[2]; } trace;
    volatile unsigned char flags;
};

static int push(struct machine *m, struct word word)
{
    m->stack.cells[m->stack.top++].whole = word.argument;
    return 1;
}

static int add(struct machine *m, struct word word)
{
    union cell *right = &m->stack.cells[--m->stack.top], *left = right - 1;
    left->whole += right->whole + word.argument;
    return 1;
}

__attribute__((noinline)) static long spread(int rows, int columns, const union cell cells[])
{
    int grid[rows][columns], last = rows - 1;
    long sums[columns];
    memset(sums, 0, sizeof sums);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            grid[i][j] = i * 10 - j;
            sums[j] += grid[i][j] + (int)cells[0].low;
        }
    long *chosen = rows > 2 ? NULL : sums;
    return chosen[last] + grid[last][0];
}

__attribute__((noinline)) static size_t measure(const union cell *cell, _Bool is_text)
{
    uint16_t step = 3;
    float ratio = (float)step / 8;
    if (is_text)
        return strlen(cell->text) + (size_t)*cell->text;
    return (size_t)(cell->real * ratio);
}

static int call(struct machine *m, struct word word)
{
    int (*compare)(const void *, const void *) = word.argument < 0 ? NULL : (int (*)(const void *, const void *))(void *)strcmp;
    m->trace.depth++;
    return compare("a", "b") < 0;
}

__attribute__((noinline)) static int run(struct machine *m)
{
    int steps = 0;
    while (m->program.at < m->program.length) {
        struct word word = m->program.code[m->program.at++];
        handler next = m->table[word.op];
        steps += next(m, word);
        if (word.last)
            break;
    }
    return steps;
}

int main(int argc, char **argv)
{
    const char *stop = argc > 1 ? argv[1] : "";
    struct word code[] = {{OP_PUSH, 40, 0, 1}, {OP_PUSH, -2, 0, 2}, {OP_ADD, 5, 0, 3}, {OP_CALL, strcmp(stop, "callback") == 0 ? -1 : 1, 0, 65535},
                          {strcmp(stop, "opcode") == 0 ? 3 : OP_PUSH, 524287, 1, 9}};
    struct machine machine = {.name = "stack", .table = {[OP_PUSH] = push, [OP_ADD] = add, [OP_CALL] = call}, .flags = 0x81,
                              .program = {code, sizeof code / sizeof *code, 0}, .trace = {0, {{-7, "main"}, {12, "unit6"}}}};
    int steps = run(&machine);
    union cell pair[2] = {{.real = -0.5}, {.low = 64, .high = 0}};
    long sum = spread(strcmp(stop, "vla") == 0 ? 3 : 2, 4, pair);
    size_t size = measure(&pair[1], strcmp(stop, "union") == 0);
    printf("%d %ld %zu %d\n", steps, sum, size, machine.stack.top);
    return 0;
}
