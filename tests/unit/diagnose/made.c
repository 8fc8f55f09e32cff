#include "made.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

struct made made;

static bool read_memory(void *arg, uint64_t address, void *buffer, size_t size)
{
    (void)arg;
    uint64_t offset = address - made.memory_address;
    if (!made.memory || offset > made.memory_size || size > made.memory_size - offset)
        return false;
    memcpy(buffer, (const char *)made.memory + offset, size);
    return true;
}

int made_begin(void **state)
{
    (void)state;
    made = (struct made){.arena = tr_arena_create()};
    made.report = tr_arena_new(made.arena, struct tr_report);
    made.report->memory = tr_arena_new(made.arena, struct tr_memory_view);
    made.thread = tr_list_new(made.arena, &made.report->threads, struct tr_thread);
    made.thread->id = tr_number(100);
    made.user = tr_list_new(made.arena, &made.thread->frames, struct tr_frame);
    *made.user = (struct tr_frame){
        .function = "f", .file = "main.c", .line = tr_number(7), .user = TR_TRUE, .library = TR_FALSE};
    made.facts = (struct tr_facts){.arena = made.arena, .report = made.report, .read = read_memory};
    return 0;
}

int made_end(void **state)
{
    (void)state;
    tr_arena_destroy(made.arena);
    return 0;
}

struct tr_frame *made_library(const char *function)
{
    struct tr_frame *frame = tr_arena_new(made.arena, struct tr_frame);
    *frame = (struct tr_frame){.function = function, .library = TR_TRUE, .user = TR_FALSE, .module = "/lib/libc.so.6"};
    tr_list_insert(made.arena, &made.thread->frames, 0, frame);
    return frame;
}

void made_signal(const char *name, const char *code, bool own)
{
    struct tr_signal *signal = tr_arena_new(made.arena, struct tr_signal);
    *signal = (struct tr_signal){.name = name, .code = code};
    if (own) {
        signal->sender = tr_arena_new(made.arena, struct tr_sender);
        signal->sender->pid = made.thread->id;
    }
    made.facts.signal = signal;
}

struct tr_fault *made_fault(uint64_t address, enum tr_access access, int size)
{
    struct tr_fault *fault = tr_arena_new(made.arena, struct tr_fault);
    *fault = (struct tr_fault){.address = tr_word(address), .access = access, .size = {size > 0, size}};
    made.report->memory->fault = fault;
    return fault;
}

void made_register(const char *name, uint64_t value)
{
    struct tr_register *entry = tr_list_new(made.arena, &made.report->registers, struct tr_register);
    *entry = (struct tr_register){.name = name, .value = tr_word(value)};
}

void made_instruction(const char *bytes, const char *text)
{
    made.report->instruction = tr_arena_new(made.arena, struct tr_instruction_view);
    made.report->instruction->bytes = bytes;
    made.report->instruction->text = text;
}

struct tr_variable *made_local(const char *name, const char *type, enum tr_value_kind kind, const char *value)
{
    struct tr_variable *variable = tr_list_new(made.arena, &made.user->locals, struct tr_variable);
    *variable = (struct tr_variable){.name = name, .type = type, .kind = kind, .value = value, .state = TR_STATE_OK};
    return variable;
}

struct tr_evaluated *made_expression(const char *text, const char *node, int parent, const char *part)
{
    struct tr_evaluated *expression = tr_list_new(made.arena, &made.report->expressions, struct tr_evaluated);
    *expression = (struct tr_evaluated){
        .text = text, .node = node, .parent = {parent >= 0, parent}, .part = part, .state = TR_STATE_UNREADABLE};
    return expression;
}

static struct tr_evaluated *with_word(struct tr_evaluated *expression, uint64_t word)
{
    expression->word = tr_word(word);
    expression->state = TR_STATE_OK;
    return expression;
}

struct tr_evaluated *made_pointer(const char *text, const char *node, int parent, const char *part, uint64_t word)
{
    struct tr_evaluated *expression = with_word(made_expression(text, node, parent, part), word);
    expression->kind = TR_VALUE_POINTER;
    expression->value = tr_arena_printf(made.arena, "0x%" PRIx64, word);
    return expression;
}

struct tr_evaluated *made_integer(const char *text, const char *node, int parent, const char *part, int64_t word)
{
    struct tr_evaluated *expression = with_word(made_expression(text, node, parent, part), (uint64_t)word);
    expression->kind = TR_VALUE_INTEGER;
    expression->value = tr_arena_printf(made.arena, "%" PRId64, word);
    return expression;
}

void made_says(const char *text, const char *words)
{
    assert_non_null(text);
    if (!strstr(text, words))
        fail_msg("\"%s\" is not in \"%s\"", words, text);
}

struct tr_finding *made_diagnosis(enum tr_kind kind, const char *words)
{
    struct tr_finding *finding = tr_diagnose(&made.facts);
    assert_non_null(finding);
    assert_string_equal(tr_words_text(&tr_words_kind, finding->kind), tr_words_text(&tr_words_kind, kind));
    made_says(finding->summary, words);
    assert_true((finding->confidence == TR_CONFIDENCE_VERIFIED) == (finding->proof != NULL));
    return finding;
}
