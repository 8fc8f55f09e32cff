/* JSON: what stands where in the document, and that hostile text leaves it a document. */
#include "fixture.h"

#include <cjson/cJSON.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct tr_format_options options = {.columns = 100};

/* The node at a JSON pointer, NULL when there is none. Steps that are numbers index arrays. */
static const cJSON *at(const cJSON *node, const char *path)
{
    char step[64];
    while (node && *path == '/') {
        size_t length = strcspn(path + 1, "/");
        snprintf(step, sizeof(step), "%.*s", (int)length, path + 1);
        node = cJSON_IsArray(node) ? cJSON_GetArrayItem(node, (int)strtol(step, NULL, 10))
                                   : cJSON_GetObjectItemCaseSensitive(node, step);
        path += 1 + length;
    }
    return node;
}

static const char *text_at(const cJSON *document, const char *path)
{
    const cJSON *node = at(document, path);
    assert_non_null(node);
    assert_true(cJSON_IsString(node));
    return node->valuestring;
}

static cJSON *document_of(const struct tr_report *report)
{
    char *text = emitted("json", report, &options);
    size_t size = strlen(text);
    assert_true(size > 0 && text[size - 1] == '\n');
    assert_null(memchr(text, '\n', size - 1));
    const char *end = NULL;
    cJSON *document = cJSON_ParseWithOpts(text, &end, false);
    assert_non_null(document);
    assert_string_equal(end, "\n");
    free(text);
    return document;
}

static void null_field_by_path(void **state)
{
    (void)state;
    static const struct {
        const char *path, *text;
    } strings[] = {
        {"/schema", "tracerun.report/1"},
        {"/status", "RUNTIME_ERROR"},
        {"/ended_by", "program"},
        {"/diagnosis/kind", "null-pointer-dereference"},
        {"/diagnosis/confidence", "verified"},
        {"/diagnosis/expression/operands/0/role", "culprit"},
        {"/outcome/signal/address", "0x4"},
        {"/threads/0/frames/0/pc", "0x555555555000"},
        {"/threads/0/frames/0/arguments/0/points_to/object", "shapes"},
        {"/threads/0/frames/1/locals/0/children/1/value", "0x5555555592e0"},
        {"/memory/objects/2/children/0/value", "\"ghost\""},
        {"/registers/rip", "0x5555555551fe"},
        {"/limits/wall_ms/source", "given"},
        {"/syscalls/failed/0/errno", "ENOENT"},
        {"/syscalls/counts/openat", "1152921504606846976"}, /* from 2^53 on */
    };
    static const struct {
        const char *path;
        double number;
    } numbers[] = {
        {"/diagnosis/cwe", 476},
        {"/diagnosis/expression/range/last_column", 35},
        {"/outcome/signal/number", 11},
        {"/threads/0/frames/0/source/focus", 23},
        {"/primary_thread", 4711},
        {"/limits/wall_ms/value", 10000},
    };
    struct tr_arena *arena = tr_arena_create();
    cJSON *document = document_of(fixture_null_field(arena));
    for (size_t i = 0; i < TR_COUNT(strings); i++)
        assert_string_equal(text_at(document, strings[i].path), strings[i].text);
    for (size_t i = 0; i < TR_COUNT(numbers); i++) {
        assert_true(cJSON_IsNumber(at(document, numbers[i].path)));
        assert_true(at(document, numbers[i].path)->valuedouble == numbers[i].number);
    }
    assert_true(cJSON_IsTrue(at(document, "/threads/0/crashed")));
    cJSON_Delete(document);
    tr_arena_destroy(arena);
}

static void presence(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    cJSON *document = document_of(fixture_null_field(arena));
    assert_true(cJSON_IsNull(at(document, "/outcome/exit_code")));            /* NULLABLE */
    assert_null(at(document, "/threads/0/frames/0/cfa"));                     /* INTERNAL */
    assert_null(at(document, "/threads/0/frames/0/module"));                  /* OPTIONAL, not known */
    assert_null(at(document, "/threads/0/frames/1/arguments"));               /* OPTIONAL, empty */
    assert_true(cJSON_IsArray(at(document, "/processes/0/arguments")));       /* ALWAYS, empty */
    assert_null(at(document, "/limits/wall_ms/name"));                        /* the key of a map */
    cJSON_Delete(document);

    document = document_of(fixture_bare(arena, TR_STATUS_SUCCESS, 0, 0, NULL));
    assert_true(cJSON_IsNull(at(document, "/diagnosis")));
    assert_true(cJSON_IsNull(at(document, "/outcome/signal")));
    assert_true(cJSON_IsArray(at(document, "/threads")));
    assert_null(at(document, "/memory"));
    cJSON_Delete(document);
    tr_arena_destroy(arena);
}

static void verdict_comes_first(void **state)
{
    (void)state;
    static const char *const first[] = {"schema", "status", "ended_by", "diagnosis", "outcome", "processes"};
    struct tr_arena *arena = tr_arena_create();
    cJSON *document = document_of(fixture_null_field(arena));
    const cJSON *node = document->child;
    for (size_t i = 0; i < TR_COUNT(first); i++, node = node->next)
        assert_string_equal(node->string, first[i]);
    cJSON_Delete(document);
    tr_arena_destroy(arena);
}

static void hostile_text(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 11, "SIGSEGV");
    struct tr_thread *crashed = thread(arena, report, 4711, TR_THREAD_CRASHED);
    frame(arena, crashed, 0, "f\xff\xc0\xaf\"\\\n\033[31m", "a\xe2\x80\xae" "b\xc2\x9b\x7f.c", 1);
    struct tr_count *count = tr_list_new(arena, &(report->syscalls = tr_arena_new(arena, struct tr_syscalls))->counts,
                                         struct tr_count);
    *count = (struct tr_count){"\xfe\"key\n", tr_number(-(INT64_C(1) << 53))};
    char *text = emitted("json", report, &options);
    /* Nothing that a terminal acts on, though JSON would allow some of it. */
    for (const char *c = text; *c; c++)
        assert_true((unsigned char)*c >= 0x20 || (*c == '\n' && !c[1]));
    assert_null(strchr(text, 0x7f));
    assert_null(strstr(text, "\xe2\x80\xae"));
    assert_null(strstr(text, "\xc2\x9b"));
    assert_non_null(strstr(text, "a\\u202eb\\u009b\\u007f.c"));
    free(text);

    cJSON *document = document_of(report);
    assert_string_equal(text_at(document, "/threads/0/frames/0/function"), "f\\377\\300\\257\"\\\n\033[31m");
    assert_string_equal(text_at(document, "/threads/0/frames/0/file"), "a\xe2\x80\xae" "b\xc2\x9b\x7f.c");
    const cJSON *counts = at(document, "/syscalls/counts");
    assert_string_equal(counts->child->string, "\\376\"key\n");
    assert_string_equal(counts->child->valuestring, "-9007199254740992");
    cJSON_Delete(document);
    tr_arena_destroy(arena);
}

static void numbers_are_digits(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_bare(arena, TR_STATUS_SUCCESS, 0, 0, NULL);
    report->resources = tr_arena_new(arena, struct tr_resources);
    report->resources->wall_ms = tr_number(INT64_C(1000000000000000));
    report->resources->user_ms = tr_number((INT64_C(1) << 53) - 1);
    report->resources->page_faults = tr_number(INT64_MIN);
    char *text = emitted("json", report, &options);
    assert_non_null(strstr(text, "\"wall_ms\":1000000000000000,"));
    assert_non_null(strstr(text, "\"user_ms\":9007199254740991,"));
    assert_non_null(strstr(text, "\"page_faults\":\"-9223372036854775808\""));
    free(text);
    tr_arena_destroy(arena);
}

static void a_mistake_of_ours_is_told(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_null_field(arena);
    tr_list_at(&tr_list_at(&report->threads, struct tr_thread, 0)->frames, struct tr_frame, 0)->pc.known = false;
    cJSON *document = document_of(report);
    assert_null(at(document, "/threads/0/frames/0/pc"));
    assert_string_equal(text_at(document, "/incomplete/0/section"), "frame.pc");
    assert_string_equal(text_at(document, "/threads/0/frames/0/function"), "sum_of_y");
    cJSON_Delete(document);
    tr_arena_destroy(arena);
}

static void formats_are_found(void **state)
{
    (void)state;
    assert_ptr_equal(tr_format_named("json"), tr_formats()[0]);
    assert_null(tr_format_named("Json"));
    assert_ptr_equal(tr_format_for_file("a.b/report.json"), tr_format_named("json"));
    assert_ptr_equal(tr_format_for_file("report.txt"), tr_format_named("text"));
    assert_null(tr_format_for_file("dir.json/report"));
    assert_null(tr_format_for_file("report"));
    for (size_t i = 0; tr_formats()[i]; i++)
        assert_true(tr_formats()[i]->doc && tr_formats()[i]->emit &&
                    tr_format_named(tr_formats()[i]->name) == tr_formats()[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_field_by_path),  cmocka_unit_test(presence),
        cmocka_unit_test(verdict_comes_first), cmocka_unit_test(hostile_text),
        cmocka_unit_test(numbers_are_digits),  cmocka_unit_test(a_mistake_of_ours_is_told),
        cmocka_unit_test(formats_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
