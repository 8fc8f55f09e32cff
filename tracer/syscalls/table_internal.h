/*
 * The table of system calls as the decoders see it: one row for each number, made from table_x86_64.def.
 *
 * May use: base, process. Used by: recorder, describe, names, and (flags only) filter_generate.
 */
#ifndef TR_SYSCALLS_TABLE_INTERNAL_H
#define TR_SYSCALLS_TABLE_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

/** What a row says about its call; the letters of table_x86_64.def. */
enum tr_syscall_flags {
    TR_SYSCALL_DEFAULT = 1 << 0,            /* D: recorded by default */
    TR_SYSCALL_KEEP_ORIGIN = 1 << 1,        /* K: registers and stack are kept at the entry */
    TR_SYSCALL_RESULT_ADDRESS = 1 << 2,     /* H */
    TR_SYSCALL_NO_RETURN = 1 << 3,          /* N */
    TR_SYSCALL_QUIET = 1 << 4,              /* Q: never recorded */
    TR_SYSCALL_MAY_KILL_GROUP = 1 << 5,     /* G */
    TR_SYSCALL_MAY_CLONE_UNTRACED = 1 << 6, /* U */
};

enum { TR_SYSCALL_ARGUMENTS = 6 };

struct tr_decode;
struct tr_constants;

/** Appends the text of an argument with @p value to decode->out. Bounded; never fails: what cannot be read stays a number. */
typedef void tr_argument_fn(struct tr_decode *decode, uint64_t value);

struct tr_argument {
    tr_argument_fn *decode;              /* NULL: the call has no more arguments */
    const struct tr_constants *constants; /* for named constants, else NULL */
    bool is_output;                      /* filled in by the kernel */
};

struct tr_syscall_row {
    const char *name; /* NULL: no such call */
    unsigned flags;   /* enum tr_syscall_flags */
    struct tr_argument arguments[TR_SYSCALL_ARGUMENTS];
};

/** @return the row of call @p number of the native ABI, or NULL. Static. */
const struct tr_syscall_row *tr_syscall_row(int64_t number);

/** One more than the highest number that the table knows. */
unsigned tr_syscall_table_size(void);

#endif
