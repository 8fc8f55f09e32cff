/*
 * Reports for the tests of the formats, built by hand: fixture_null_field() is the crash of samples' null-field with
 * all that a rich report has; fixture_bare() the least that a report may be.
 */
#ifndef TR_TESTS_FORMATS_FIXTURE_H
#define TR_TESTS_FORMATS_FIXTURE_H

#include "base/arena.h"
#include "formats/format.h"
#include "model/report.h"

#include <string.h>

static inline void add_strings(struct tr_arena *arena, struct tr_list *list, const char *const *texts)
{
    for (; *texts; texts++)
        tr_list_add(arena, list, tr_arena_strdup(arena, *texts));
}

static inline struct tr_points_to *points_to(struct tr_arena *arena, const char *object, int64_t offset)
{
    struct tr_points_to *to = tr_arena_new(arena, struct tr_points_to);
    *to = (struct tr_points_to){tr_arena_strdup(arena, object), tr_number(offset)};
    return to;
}

static inline struct tr_variable *variable(struct tr_arena *arena, struct tr_list *list, const char *name,
                                           const char *type, enum tr_value_kind kind, const char *value)
{
    struct tr_variable *made = tr_list_new(arena, list, struct tr_variable);
    made->name = name;
    made->type = type;
    made->kind = kind;
    made->value = value;
    made->state = TR_STATE_OK;
    return made;
}

static inline struct tr_variable *pointer(struct tr_arena *arena, struct tr_list *list, const char *name,
                                          const char *type, const char *value, const char *object)
{
    struct tr_variable *made = variable(arena, list, name, type, TR_VALUE_POINTER, value);
    made->points_to = object ? points_to(arena, object, 0) : NULL;
    return made;
}

static inline struct tr_frame *frame(struct tr_arena *arena, struct tr_thread *thread, int64_t index,
                                     const char *function, const char *file, int64_t line)
{
    struct tr_frame *made = tr_list_new(arena, &thread->frames, struct tr_frame);
    made->index = tr_number(index);
    made->function = function;
    made->file = file;
    made->line = (struct tr_number){line > 0, line};
    made->pc = tr_word(0x555555555000 + (uint64_t)index * 16);
    made->library = tr_truth(!file);
    made->user = tr_truth(file != NULL);
    made->trust = TR_TRUST_CFI;
    return made;
}

static inline void source(struct tr_arena *arena, struct tr_frame *of, int64_t first, int64_t focus,
                          const char *const *lines)
{
    of->source = tr_arena_new(arena, struct tr_source);
    of->source->first_line = tr_number(first);
    of->source->focus = tr_number(focus);
    add_strings(arena, &of->source->lines, lines);
}

static inline struct tr_object *object(struct tr_arena *arena, struct tr_report *report, const char *id,
                                       const char *type)
{
    struct tr_object *made = tr_list_new(arena, &report->memory->objects, struct tr_object);
    made->id = id;
    made->type = type;
    made->region = "heap";
    return made;
}

static inline struct tr_location *location(struct tr_arena *arena, const char *function, const char *file, int64_t line)
{
    struct tr_location *made = tr_arena_new(arena, struct tr_location);
    *made = (struct tr_location){.function = function, .file = file, .line = {line > 0, line}};
    return made;
}

/* What every report has: the root process, ended as @p signal or @p exit_code says. */
static inline struct tr_report *fixture_bare(struct tr_arena *arena, enum tr_status status, int exit_code, int signal,
                                             const char *signal_name)
{
    struct tr_report *report = tr_arena_new(arena, struct tr_report);
    report->schema = "tracerun.report/1";
    report->status = status;
    report->ended_by = TR_ENDED_BY_PROGRAM;
    report->outcome = tr_arena_new(arena, struct tr_outcome);
    if (signal) {
        report->outcome->signal = tr_arena_new(arena, struct tr_signal);
        report->outcome->signal->number = tr_number(signal);
        report->outcome->signal->name = signal_name;
    } else {
        report->outcome->exit_code = tr_number(exit_code);
    }
    struct tr_process *process = tr_list_new(arena, &report->processes, struct tr_process);
    process->pid = tr_number(4711);
    process->path = "./program";
    process->outcome = report->outcome;
    process->primary = TR_TRUE;
    report->tool = tr_arena_new(arena, struct tr_tool);
    report->tool->name = "tracerun";
    report->tool->version = "0.1.0";
    return report;
}

static inline struct tr_finding *finding(struct tr_arena *arena, enum tr_kind kind, const char *summary)
{
    struct tr_finding *made = tr_arena_new(arena, struct tr_finding);
    made->kind = kind;
    made->summary = summary;
    made->confidence = TR_CONFIDENCE_VERIFIED;
    return made;
}

static inline struct tr_thread *thread(struct tr_arena *arena, struct tr_report *report, int64_t id,
                                       enum tr_thread_state state)
{
    struct tr_thread *made = tr_list_new(arena, &report->threads, struct tr_thread);
    made->id = tr_number(id);
    made->name = "program";
    made->crashed = tr_truth(state == TR_THREAD_CRASHED);
    made->state = state;
    if (report->threads.count == 1)
        report->primary_thread = tr_number(id);
    return made;
}

static inline void add_operand(struct tr_arena *arena, struct tr_expression *expression, const char *text,
                               const char *type, const char *value, enum tr_role role)
{
    struct tr_operand *operand = tr_list_new(arena, &expression->operands, struct tr_operand);
    *operand = (struct tr_operand){.text = text, .type = type, .value = value, .role = role};
}

static inline struct tr_finding *null_field_finding(struct tr_arena *arena)
{
    struct tr_finding *made = finding(arena, TR_KIND_NULL_POINTER_DEREFERENCE,
                                      "shapes[i]->origin is NULL (i = 1) at main.c:23, so ->y cannot be read");
    made->cwe = tr_number(476);
    made->location = location(arena, "sum_of_y", "main.c", 23);
    made->location->column = tr_number(33);
    made->expression = tr_arena_new(arena, struct tr_expression);
    made->expression->text = "shapes[i]->origin->y";
    made->expression->node = "field_expression";
    made->expression->range = tr_arena_new(arena, struct tr_range);
    *made->expression->range = (struct tr_range){tr_number(23), tr_number(16), tr_number(23), tr_number(35)};
    add_operand(arena, made->expression, "shapes[i]->origin", "struct point *", "0x0", TR_ROLE_CULPRIT);
    add_operand(arena, made->expression, "i", "int", "1", TR_ROLE_INDEX);
    made->proof = "0x0 (shapes[i]->origin) + 4 (offset of y) = 0x4, the faulting address (read of 4 bytes)";
    struct tr_evidence *evidence = tr_list_new(arena, &made->evidence, struct tr_evidence);
    evidence->text = "shapes[1] is {name = \"ghost\", origin = NULL}; shapes[0] and shapes[2] have an origin";
    evidence->ref = "/memory/objects/1";
    made->hint =
        "find why the origin of \"ghost\" was never set (tracerun --origin ./a.out); a NULL test here would hide that";
    return made;
}

static inline void null_field_memory(struct tr_arena *arena, struct tr_report *report)
{
    static const char *const names[] = {"\"dot\"", "\"ghost\"", "\"box\""};
    static const char *const origins[] = {"0x5555555592c0", "0x0", "0x555555559320"};
    report->memory = tr_arena_new(arena, __typeof__(*report->memory));
    report->memory->fault = tr_arena_new(arena, struct tr_fault);
    *report->memory->fault = (struct tr_fault){.address = tr_word(4), .access = TR_ACCESS_READ, .size = tr_number(4),
                                               .region = "unmapped (first page)"};
    struct tr_object *array = object(arena, report, "shapes", "struct shape *[3]");
    array->region = "stack";
    array->variable = "/threads/0/frames/1/locals/0";
    array->address = tr_word(0x7fffffffe640);
    for (int i = 0; i < 3; i++) {
        struct tr_object *shape = object(arena, report, tr_arena_printf(arena, "shape#%d", i), "struct shape");
        variable(arena, &shape->children, "name", "const char *", TR_VALUE_STRING, names[i]);
        pointer(arena, &shape->children, "origin", "struct point *", origins[i], NULL);
    }
}

static inline void null_field_threads(struct tr_arena *arena, struct tr_report *report)
{
    static const char *const inner_lines[] = {
        "static int sum_of_y(struct shape **shapes, int n)", "{", "    int sum = 0;", "    for (int i = 0; i < n; i++)",
        "        sum += shapes[i]->origin->y;", "    return sum;", "}", NULL};
    struct tr_thread *crashed = thread(arena, report, 4711, TR_THREAD_CRASHED);
    struct tr_frame *inner = frame(arena, crashed, 0, "sum_of_y", "main.c", 23);
    inner->column = tr_number(33);
    inner->cfa = tr_word(0x7fffffffe600);
    source(arena, inner, 19, 23, inner_lines);
    pointer(arena, &inner->arguments, "shapes", "struct shape **", "0x7fffffffe640", "shapes");
    variable(arena, &inner->arguments, "n", "int", TR_VALUE_INTEGER, "3");
    variable(arena, &inner->locals, "sum", "int", TR_VALUE_INTEGER, "4");
    variable(arena, &inner->locals, "i", "int", TR_VALUE_INTEGER, "1");
    struct tr_frame *outer = frame(arena, crashed, 1, "main", "main.c", 30);
    struct tr_variable *shapes = variable(arena, &outer->locals, "shapes", "struct shape *[3]", TR_VALUE_ARRAY, NULL);
    pointer(arena, &shapes->children, "[0]", "struct shape *", "0x5555555592a0", "shape#0");
    pointer(arena, &shapes->children, "[1]", "struct shape *", "0x5555555592e0", "shape#1");
    pointer(arena, &shapes->children, "[2]", "struct shape *", "0x555555559300", "shape#2");
    frame(arena, crashed, 2, "__libc_start_call_main", NULL, 0)->module = "/lib/x86_64-linux-gnu/libc.so.6";
    frame(arena, crashed, 3, "_start", NULL, 0)->module = "/tmp/program";
}

static inline void null_field_tables(struct tr_arena *arena, struct tr_report *report)
{
    struct tr_register *rip = tr_list_new(arena, &report->registers, struct tr_register);
    *rip = (struct tr_register){"rip", tr_word(0x5555555551fe)};
    struct tr_limit *wall = tr_list_new(arena, &report->limits, struct tr_limit);
    *wall = (struct tr_limit){
        .name = "wall_ms", .value = tr_number(10000), .source = TR_LIMIT_FROM_GIVEN, .exceeded = TR_FALSE};
    report->syscalls = tr_arena_new(arena, struct tr_syscalls);
    struct tr_count *count = tr_list_new(arena, &report->syscalls->counts, struct tr_count);
    *count = (struct tr_count){"openat", tr_number(INT64_C(1) << 60)};
    struct tr_syscall *call = tr_list_new(arena, &report->syscalls->failed, struct tr_syscall);
    *call = (struct tr_syscall){.name = "openat",
                                .text = "openat(AT_FDCWD, \"/etc/ld.so.preload\", O_RDONLY)",
                                .result = "-1",
                                .error = "ENOENT"};
}

static inline struct tr_report *fixture_null_field(struct tr_arena *arena)
{
    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 11, "SIGSEGV");
    report->outcome->signal->code = "SEGV_MAPERR";
    report->outcome->signal->address = tr_word(4);
    report->diagnosis = null_field_finding(arena);
    null_field_threads(arena, report);
    null_field_memory(arena, report);
    null_field_tables(arena, report);
    return report;
}

static inline char *emitted(const char *format, const struct tr_report *report, const struct tr_format_options *options)
{
    struct tr_str out = {0};
    struct tr_error *error = tr_format_named(format)->emit(report, options, &out);
    if (error) {
        fprintf(stderr, "%s\n", error->message);
        abort();
    }
    tr_str_add(&out, "", 0);
    return out.bytes;
}

#endif
