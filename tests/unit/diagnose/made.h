/* Facts made by hand, for the tests of the rules: a user frame f at main.c:7, and whatever a test adds. */
#ifndef MADE_H
#define MADE_H

#include "diagnose/diagnose.h"

struct made {
    struct tr_arena *arena;
    struct tr_report *report;
    struct tr_thread *thread;
    struct tr_frame *user;
    struct tr_facts facts;
    const void *memory; /* what the tracee has at memory_address */
    uint64_t memory_address;
    size_t memory_size;
};

extern struct made made;

/* cmocka fixtures: begin a new `made`, and end it. */
int made_begin(void **state);
int made_end(void **state);

/* A frame of a library inside all others. */
struct tr_frame *made_library(const char *function);

/* The fatal signal; sent by the process itself with @p own. */
void made_signal(const char *name, const char *code, bool own);

/* The failed access. */
struct tr_fault *made_fault(uint64_t address, enum tr_access access, int size);

void made_register(const char *name, uint64_t value);
void made_instruction(const char *bytes, const char *text);

/* A local variable of the user's frame. */
struct tr_variable *made_local(const char *name, const char *type, enum tr_value_kind kind, const char *value);

/* A sub-expression; @p parent -1 for a whole one. */
struct tr_evaluated *made_expression(const char *text, const char *node, int parent, const char *part);

/* The same with a value: a pointer's or an integer's. */
struct tr_evaluated *made_pointer(const char *text, const char *node, int parent, const char *part, uint64_t word);
struct tr_evaluated *made_integer(const char *text, const char *node, int parent, const char *part, int64_t word);

/* Diagnose, and check the kind and that the summary holds @p words. */
struct tr_finding *made_diagnosis(enum tr_kind kind, const char *words);

/* Check that @p text holds @p words. */
void made_says(const char *text, const char *words);

#define MADE_TEST(function) cmocka_unit_test_setup_teardown(function, made_begin, made_end)

#endif
