#include "syscalls/table_internal.h"

#include "base/cleanup.h"
#include "syscalls/arguments_internal.h"
#include "syscalls/decode_internal.h"
#include "syscalls/recorder.h"

#define A(name) {tr_argument_##name, NULL, false},
#define O(name) {tr_argument_##name, NULL, true},
#define C(name) {tr_argument_constants, &tr_constants_##name, false},
#define SYSCALL(number, call, bits, list) [number] = {.name = #call, .flags = (bits), .arguments = {list}},

static const struct tr_syscall_row table[] = {
#include "syscalls/table_x86_64.def"
};

const struct tr_syscall_row *tr_syscall_row(int64_t number)
{
    if (number < 0 || number >= (int64_t)TR_COUNT(table) || !table[number].name)
        return NULL;
    return &table[number];
}

unsigned tr_syscall_table_size(void) { return TR_COUNT(table); }

const char *tr_syscall_name(long number)
{
    const struct tr_syscall_row *row = tr_syscall_row(number);
    return row ? row->name : NULL;
}
