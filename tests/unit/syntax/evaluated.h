/* For the tests of syntax: run a program to its first signal, and evaluate the statement of its innermost own frame. */
#ifndef TR_TESTS_SYNTAX_EVALUATED_H
#define TR_TESTS_SYNTAX_EVALUATED_H

#include "../symbols/tracee.h"

#include "arch/registers.h"
#include "base/str.h"
#include "syntax/statement.h"
#include "unwind/unwind.h"

#include <inttypes.h>

enum { EVALUATED_FRAMES = 16 };

struct evaluated {
    struct tracee tracee;
    struct tr_report report;
    struct tr_values *values;
    struct tr_frame_context contexts[EVALUATED_FRAMES];
    struct tr_function function;
    char *text; /* the source */
    size_t size;
    struct tr_statement_place place;
};

static inline char *evaluated_read(const char *path, size_t *ret_size)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);
    if (!file || !text)
        fail_msg("cannot read %s", path);
    *ret_size = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

/* The first frame whose code is the program's own and has lines. */
static inline bool evaluated_frame(struct evaluated *evaluated)
{
    struct tracee *tracee = &evaluated->tracee;
    struct tr_registers registers = {.general = tracee->registers};
    struct tr_stack stack = {0};
    struct tr_unwinder *unwinder = tr_unwinder_create(tracee->images);
    tr_unwind(unwinder, tracee->arena, &registers, EVALUATED_FRAMES, &stack);
    tr_unwinder_destroy(unwinder);
    struct tr_image *image = tr_images_main(tracee->images);
    struct tr_function functions[8];
    bool found = false;
    for (size_t i = stack.head_count < EVALUATED_FRAMES ? stack.head_count : EVALUATED_FRAMES; i-- > 0;) {
        const struct tr_stack_frame *frame = &stack.head[i];
        struct tr_frame_context *context = &evaluated->contexts[i];
        *context = (struct tr_frame_context){.memory = tracee->memory,
                                             .pc = frame->pc,
                                             .lookup_pc = frame->lookup_pc,
                                             .cfa = frame->cfa,
                                             .known = frame->known,
                                             .fs_base = tracee->registers.fs_base,
                                             .images = tracee->images,
                                             .caller = i + 1 < EVALUATED_FRAMES ? &evaluated->contexts[i + 1] : NULL};
        memcpy(context->registers, frame->registers, sizeof(context->registers));
        if (tr_images_find(tracee->images, frame->lookup_pc) != image)
            continue;
        size_t count = tr_functions_at(tr_image_dwarf(image), frame->lookup_pc, functions, 8);
        for (size_t j = count; j-- > 0;) {
            if (!functions[j].file || strstr(functions[j].file, "/usr/"))
                continue;
            evaluated->function = functions[j];
            evaluated->place.context = context;
            found = true;
        }
    }
    return found;
}

/** Look at a stopped program: the statement of its own innermost frame. */
static inline void evaluated_look(struct evaluated *evaluated, const char *program)
{
    memset(evaluated, 0, sizeof(*evaluated));
    struct tracee *tracee = &evaluated->tracee;
    tracee_start(tracee, program);
    assert_true(evaluated_frame(evaluated));
    evaluated->report.memory = tr_arena_new(tracee->arena, struct tr_memory_view);
    siginfo_t signal;
    if (ptrace(PTRACE_GETSIGINFO, tracee->pid, 0, &signal) == 0 && signal.si_signo == SIGSEGV) {
        evaluated->report.memory->fault = tr_arena_new(tracee->arena, struct tr_fault);
        evaluated->report.memory->fault->address = tr_word((uintptr_t)signal.si_addr);
    }
    evaluated->values = tr_values_create(tracee->arena, tracee->images, tracee->memory, &tracee->maps);
    evaluated->text = evaluated_read(evaluated->function.file, &evaluated->size);
    evaluated->place.function = &evaluated->function;
    evaluated->place.line = evaluated->function.line;
    evaluated->place.column = evaluated->function.column;
    evaluated->place.text = evaluated->text;
    evaluated->place.size = evaluated->size;
    struct tr_statement *statement =
        tr_statement_evaluate(tracee->arena, evaluated->values, &evaluated->place, &evaluated->report);
    TR_EACH(const struct tr_incomplete, entry, &evaluated->report.incomplete)
    {
        if (strstr(entry->reason, "was built without"))
            skip();
    }
    tr_values_objects(evaluated->values, &evaluated->report);
    tr_statement_finish(statement);
}

static inline void evaluated_end(struct evaluated *evaluated)
{
    tr_values_destroy(evaluated->values);
    free(evaluated->text);
    tracee_end(&evaluated->tracee);
}

/** The first record of this text, or NULL. */
static inline struct tr_evaluated *evaluated_find(const struct evaluated *evaluated, const char *text)
{
    TR_EACH (struct tr_evaluated, record, &evaluated->report.expressions)
        if (strcmp(record->text, text) == 0)
            return record;
    return NULL;
}

static inline void evaluated_add(struct tr_str *out, const struct tr_evaluated *record)
{
    tr_str_printf(out, "%s  [%s", record->text, record->node);
    if (record->parent.known)
        tr_str_printf(out, ", %s of %d", record->part ? record->part : "-", (int)record->parent.value);
    if (record->argument.known)
        tr_str_printf(out, " #%d", (int)record->argument.value);
    tr_str_printf(out, "] %s = %s (%s)", record->type ? record->type : "?", record->value ? record->value : "?",
                  tr_words_text(&tr_words_value_kind, record->kind));
    if (record->word.known)
        tr_str_printf(out, " word 0x%" PRIx64, record->word.value);
    if (record->address.known)
        tr_str_printf(out, " at 0x%" PRIx64, record->address.value);
    if (record->size.known)
        tr_str_printf(out, " size %d", (int)record->size.value);
    if (record->member_offset.known)
        tr_str_printf(out, " offset %d", (int)record->member_offset.value);
    if (record->elements.known)
        tr_str_printf(out, " elements %d", (int)record->elements.value);
    if (record->callee)
        tr_str_printf(out, " callee %s", record->callee);
    if (record->points_to)
        tr_str_printf(out, " -> %s+%d", record->points_to->object, (int)record->points_to->offset.value);
    if (record->state != TR_STATE_OK || record->reason)
        tr_str_printf(out, " <%s: %s>", tr_words_text(&tr_words_value_state, record->state),
                      record->reason ? record->reason : "");
}

/** Print all records: for a look when a test fails. */
static inline void evaluated_dump(const struct evaluated *evaluated)
{
    size_t index = 0;
    print_message("%s:%d:%d in %s\n", evaluated->function.file, evaluated->function.line, evaluated->function.column,
                  evaluated->function.name);
    TR_EACH (const struct tr_evaluated, record, &evaluated->report.expressions) {
        tr_auto_str struct tr_str text = {0};
        evaluated_add(&text, record);
        print_message("  %2zu %s\n", index++, tr_str_text(&text));
    }
    TR_EACH (const struct tr_incomplete, entry, &evaluated->report.incomplete)
        print_message("  incomplete: %s\n", entry->reason);
}

#endif
