/*
 * For the tests of unwinding: build a sample under samples/unwind/ with given flags, run it under ptrace to the signal
 * that it is about, walk its stack, and name the frames of the program itself with nm(1), so that only the walk is
 * tested.
 */
#ifndef TR_TESTS_UNWIND_TRACEE_H
#define TR_TESTS_UNWIND_TRACEE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arch/registers.h"
#include "process/maps.h"
#include "process/memory.h"
#include "symbols/image.h"
#include "unwind/unwind.h"

#include <sys/types.h>

struct nm_symbol {
    uint64_t address;
    char name[56];
};

struct tracee {
    char program[256];
    pid_t root, thread; /* the first process, and the thread that stopped */
    int exe, mem;
    struct tr_registers registers;
    struct tr_arena *arena;
    struct tr_memory *memory;
    struct tr_maps maps;
    struct tr_images *images;
    struct nm_symbol *symbols;
    size_t symbol_count;
};

/** A folder for this test program; tracee_folder_remove() empties and removes it. */
const char *tracee_folder(void);
void tracee_folder_remove(void);

/** Whether the shell command, run in the folder, succeeds. Its output goes to the file `log` there. */
bool tracee_shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/**
 * Compile samples/unwind/@p sample/main.c.
 *
 * @param strip  remove the symbols from what is run (not from what names the frames).
 * @return whether that worked; the log is shown when not.
 */
bool tracee_build(const char *compiler, const char *flags, const char *sample, bool strip);

/**
 * Run what was built to the @p stops-th fatal signal (1: the first) of any of its threads and children; earlier ones
 * are delivered. Then read what a walk needs.
 */
void tracee_start(struct tracee *tracee, const char *argument, int stops);
void tracee_end(struct tracee *tracee);

/** Name of the program's function that contains @p address, "?" elsewhere; borrowed. */
const char *tracee_name(const struct tracee *tracee, uint64_t address);

/** Print a stack, for a test that fails. */
void tracee_print(const struct tracee *tracee, const struct tr_stack *stack);

/** The @p index-th frame, 0 <= index < stack->total, or NULL when it was folded. */
const struct tr_stack_frame *stack_frame(const struct tr_stack *stack, size_t index);

#endif
