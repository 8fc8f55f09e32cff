/*
 * Turning the arguments of a system call into text like strace's: openat(AT_FDCWD, "settings.ini", O_RDONLY).
 *
 * The argument functions live in a file for each family (files.c, memory.c, sockets.c, …); a row of table_x86_64.def names
 * them as A(name) for tr_argument_name, C(name) for tr_constants_name. Everything that they read is the tracee's: torn,
 * unmapped or endless. May use: base, process. Used by: recorder, describe.
 */
#ifndef TR_SYSCALLS_DECODE_INTERNAL_H
#define TR_SYSCALLS_DECODE_INTERNAL_H

#include "base/str.h"
#include "process/memory.h"
#include "syscalls/table_internal.h"

#include <stdbool.h>

/** A call being put into words. */
struct tr_decode {
    struct tr_str *out;
    struct tr_memory *memory;           /* of the thread's process; NULL: addresses stay addresses */
    int tid;                            /* for /proc/TID/fd */
    const uint64_t *values;             /* the six arguments as the registers hold them */
    const struct tr_argument *argument; /* being decoded */
    unsigned index;                     /* of it */
    int64_t result;                     /* output arguments only: what the call returned, 0 or more */
};

/** Where the text of a call leaves room for what the kernel writes: [start, end) in bytes, taken by the address until then. */
struct tr_hole {
    unsigned start, end;
    unsigned argument;
    bool present;
};

/**
 * Append "name(argument, …)" for a thread at the entry of a call.
 *
 * @param values    the arguments, TR_SYSCALL_ARGUMENTS words.
 * @param[out] ret_hole  where to put the output argument later.
 */
void tr_decode_call(const struct tr_syscall_row *row, const uint64_t *values, int tid, struct tr_memory *memory,
                    struct tr_str *out, struct tr_hole *ret_hole);

/** Append the text of output argument @p argument after the call returned @p result, 0 or more. */
void tr_decode_output(const struct tr_syscall_row *row, const uint64_t *values, int tid, struct tr_memory *memory,
                      unsigned argument, int64_t result, struct tr_str *out);

/* --- What argument functions are made of ------------------------------------------------------------------------ */

/** The argument after the one being decoded, 0 behind the last. */
uint64_t tr_decode_next(const struct tr_decode *decode);

/** Read exactly @p size bytes at @p address. @return false when that cannot be; then an address was appended. */
bool tr_decode_read(struct tr_decode *decode, uint64_t address, void *buffer, size_t size);

/** Append @p size bytes in quotes, escaped, cut to TR_LIMIT_SYSCALL_STRING with "…" behind. */
void tr_decode_add_string(struct tr_decode *decode, const char *text, size_t size);

/** Append "0x…", or "NULL" for 0. */
void tr_decode_add_pointer(struct tr_decode *decode, uint64_t address);

/** Append the NUL-terminated string at @p address, or the address where nothing can be read. */
void tr_decode_add_string_at(struct tr_decode *decode, uint64_t address);

/** Append @p size bytes at @p address as a string, or the address where nothing can be read. */
void tr_decode_add_bytes_at(struct tr_decode *decode, uint64_t address, uint64_t size);

/** Append "3</etc/passwd>": the descriptor and what it refers to. */
void tr_decode_add_fd(struct tr_decode *decode, int fd);

/** Append "{tv_sec=…, tv_nsec=…}" for a struct of two words of 8 bytes at @p address; @p fraction names the second member. */
void tr_decode_add_time_at(struct tr_decode *decode, uint64_t address, const char *fraction);

/* --- Named constants -------------------------------------------------------------------------------------------- */

struct tr_constant {
    uint64_t value;
    const char *name;
};

/**
 * What the bits of an argument are called. The bits of choice_mask hold one value out of several (O_RDONLY, O_WRONLY);
 * the others are flags, each on its own or several at once (then the entry with more bits stands first).
 */
struct tr_constants {
    uint64_t choice_mask;  /* 0: flags only; UINT32_MAX: one choice */
    bool is_signed;        /* a value without a name is shown in decimal, else in hexadecimal */
    size_t count;
    const struct tr_constant *items;
};

#define TR_CONSTANT(name) {(uint64_t)(uint32_t)(name), #name}

#define TR_CONSTANTS(table, mask, decimal, ...)                                 \
    static const struct tr_constant table##_items[] = {__VA_ARGS__};            \
    const struct tr_constants tr_constants_##table = {                          \
        .choice_mask = (mask), .is_signed = (decimal), .count = TR_COUNT(table##_items), .items = table##_items}

/** Flags that can be combined. */
#define TR_FLAGS(table, ...) TR_CONSTANTS(table, 0, false, __VA_ARGS__)
/** One out of several. */
#define TR_CHOICE(table, ...) TR_CONSTANTS(table, UINT32_MAX, true, __VA_ARGS__)

/** Append "O_WRONLY|O_CREAT": the low 32 bits of @p value by name, what has none as a number. */
void tr_constants_add(struct tr_str *out, const struct tr_constants *constants, uint64_t value);

/** The argument function of every C() of the table. */
tr_argument_fn tr_argument_constants;

#endif
