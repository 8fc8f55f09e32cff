#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/codec.h"
#include "model/report.h"
#include "model/visit.h"

#include <stdlib.h>
#include <string.h>

static struct tr_report *sample(struct tr_arena *arena)
{
    struct tr_report *report = tr_arena_new(arena, struct tr_report);
    report->schema = "tracerun.report/1";
    report->status = TR_STATUS_RUNTIME_ERROR;
    report->ended_by = TR_ENDED_BY_PROGRAM;
    report->outcome = tr_arena_new(arena, struct tr_outcome);
    report->outcome->exit_code = tr_number(-3);
    report->tool = tr_arena_new(arena, struct tr_tool);
    report->tool->name = "tracerun";
    report->tool->version = "";
    struct tr_thread *thread = tr_list_new(arena, &report->threads, struct tr_thread);
    thread->id = tr_number(7);
    thread->crashed = TR_TRUE;
    struct tr_frame *frame = tr_list_new(arena, &thread->frames, struct tr_frame);
    frame->pc = tr_word(UINT64_MAX);
    frame->index = tr_number(0);
    frame->function = "main";
    struct tr_process *process = tr_list_new(arena, &report->processes, struct tr_process);
    process->pid = tr_number(9);
    process->primary = TR_TRUE;
    tr_list_add(arena, &process->arguments, (void *)"first");
    tr_list_add(arena, &process->arguments, (void *)"");
    return report;
}

static void what_goes_in_comes_out(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    tr_auto_str struct tr_str bytes = {0}, again = {0};
    tr_encode(&tr_record_report, sample(arena), &bytes);
    void *read = NULL;
    assert_null(tr_decode(&tr_record_report, arena, bytes.bytes, bytes.size, &read));
    struct tr_report *report = read;
    assert_string_equal(report->schema, "tracerun.report/1");
    assert_int_equal(report->outcome->exit_code.value, -3);
    assert_null(report->diagnosis);
    assert_string_equal(report->tool->version, "");
    const struct tr_process *process = tr_list_at(&report->processes, struct tr_process, 0);
    assert_int_equal(process->arguments.count, 2);
    assert_string_equal(tr_list_at(&process->arguments, char, 0), "first");
    tr_encode(&tr_record_report, report, &again);
    assert_int_equal(again.size, bytes.size);
    assert_memory_equal(again.bytes, bytes.bytes, bytes.size);
    tr_arena_destroy(arena);
}

static void torn_bytes_are_refused(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    tr_auto_str struct tr_str bytes = {0};
    tr_encode(&tr_record_report, sample(arena), &bytes);
    for (size_t size = 0; size < bytes.size; size++) {
        void *read = NULL;
        struct tr_error *error = tr_decode(&tr_record_report, arena, bytes.bytes, size, &read);
        assert_non_null(error);
        assert_null(read);
        tr_error_destroy(error);
    }
    tr_str_add_char(&bytes, 'x');
    void *read = NULL;
    struct tr_error *error = tr_decode(&tr_record_report, arena, bytes.bytes, bytes.size, &read);
    assert_non_null(error);
    tr_error_destroy(error);
    tr_arena_destroy(arena);
}

/* Any byte may be anything: the reader must neither crash nor accept a report that its own tables refuse. */
static void changed_bytes_do_no_harm(void **state)
{
    (void)state;
    unsigned seed = 1;
    struct tr_arena *arena = tr_arena_create();
    tr_auto_str struct tr_str bytes = {0};
    tr_encode(&tr_record_report, sample(arena), &bytes);
    for (int round = 0; round < 20000; round++) {
        struct tr_arena *scratch = tr_arena_create();
        char *copy = tr_arena_strndup(scratch, bytes.bytes, bytes.size);
        for (int i = 0; i < 3; i++)
            copy[(size_t)rand_r(&seed) % bytes.size] = (char)rand_r(&seed);
        void *read = NULL;
        struct tr_error *error = tr_decode(&tr_record_report, scratch, copy, bytes.size, &read);
        if (!error) {
            const char *record, *field;
            (void)tr_record_valid(&tr_record_report, read, &record, &field);
        }
        tr_error_destroy(error);
        tr_arena_destroy(scratch);
    }
    tr_arena_destroy(arena);
}

static void tables_find_what_is_missing(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = sample(arena);
    const char *record = NULL, *field = NULL;
    assert_true(tr_record_valid(&tr_record_report, report, &record, &field));
    tr_list_at(&tr_list_at(&report->threads, struct tr_thread, 0)->frames, struct tr_frame, 0)->pc.known = false;
    assert_false(tr_record_valid(&tr_record_report, report, &record, &field));
    assert_string_equal(record, "frame");
    assert_string_equal(field, "pc");
    tr_arena_destroy(arena);
}

static const char *shout(void *arg, const char *text)
{
    (void)arg;
    return strcmp(text, "first") == 0 ? "FIRST" : text;
}

static void strings_can_be_replaced(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = sample(arena);
    tr_record_replace_strings(&tr_record_report, report, shout, NULL);
    const struct tr_process *process = tr_list_at(&report->processes, struct tr_process, 0);
    assert_string_equal(tr_list_at(&process->arguments, char, 0), "FIRST");
    tr_arena_destroy(arena);
}

static void words_have_both_ways(void **state)
{
    (void)state;
    for (unsigned i = 1; i < tr_words_kind.count; i++)
        assert_int_equal(tr_words_find(&tr_words_kind, tr_words_text(&tr_words_kind, i)), i);
    assert_int_equal(tr_words_find(&tr_words_kind, "no such kind"), 0);
    assert_string_equal(tr_words_text(&tr_words_kind, 100000), "");
    assert_string_equal(tr_words_text(&tr_words_kind, TR_KIND_NULL_POINTER_DEREFERENCE), "null-pointer-dereference");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_in_comes_out), cmocka_unit_test(torn_bytes_are_refused),
        cmocka_unit_test(changed_bytes_do_no_harm), cmocka_unit_test(tables_find_what_is_missing),
        cmocka_unit_test(strings_can_be_replaced), cmocka_unit_test(words_have_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
