/* Documents that fit a size: what stays, what goes, and that what is left still holds together. */
#include "fixture.h"

#include "base/limits.h"
#include "model/visit.h"

#include <cjson/cJSON.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { OBJECTS = 150, FRAMES = 60, MODULES = 100, LINE_BYTES = 3000 };

static const size_t limits[] = {TR_LIMIT_CHARS_LEAST, 6000, 8000, 20000, 60000, TR_LIMIT_REPORT_BYTES};

/* ---- a report with much of everything ---- */

static const char *number_text(struct tr_arena *arena, const char *format, int number)
{
    char text[64];
    snprintf(text, sizeof(text), "%s%d", format, number);
    return tr_arena_strdup(arena, text);
}

/* A list of nodes, each pointing to the next, of which the failing function's variable is the first. */
static void add_chain(struct tr_arena *arena, struct tr_report *report)
{
    for (int i = 0; i < OBJECTS; i++) {
        struct tr_object *node = object(arena, report, number_text(arena, "node#", i), "struct node");
        variable(arena, &node->children, "value", "int", TR_VALUE_INTEGER, number_text(arena, "", i));
        pointer(arena, &node->children, "next", "struct node *", "0x555555559320", i + 1 < OBJECTS ? number_text(arena, "node#", i + 1) : NULL);
    }
    struct tr_frame *inner = tr_list_at(&report->threads, struct tr_thread, 0)->frames.items[0];
    pointer(arena, &inner->locals, "head", "struct node *", "0x5555555592a0", "node#0");
}

static void add_bulk(struct tr_arena *arena, struct tr_report *report)
{
    struct tr_thread *crashed = report->threads.items[0];
    for (int i = 0; i < FRAMES; i++) {
        struct tr_frame *outer = frame(arena, crashed, 4 + i, "outer", "main.c", 100 + i);
        static const char *const lines[] = {"{", "    outer(n, text);", "}", NULL};
        source(arena, outer, 99 + i, 100 + i, lines);
        variable(arena, &outer->locals, "text", "const char *", TR_VALUE_STRING, "\"some text that takes room\"");
    }
    for (int i = 0; i < MODULES; i++)
        tr_list_new(arena, &report->modules, struct tr_module)->path = "/usr/lib/x86_64-linux-gnu/libsomething.so.1";
    char *line = tr_arena_alloc(arena, LINE_BYTES + 1);
    memset(line, 'x', LINE_BYTES);
    report->io = tr_arena_new(arena, struct tr_io);
    report->io->stderr = tr_arena_new(arena, struct tr_output);
    report->io->stderr->text = line;
    report->io->stderr->bytes = tr_number(LINE_BYTES);
    thread(arena, report, 4712, TR_THREAD_SYSCALL);
}

static struct tr_report *large_report(struct tr_arena *arena)
{
    struct tr_report *report = fixture_null_field(arena);
    add_chain(arena, report);
    add_bulk(arena, report);
    return report;
}

/* ---- reading the document ---- */

static cJSON *fitted(const struct tr_report *report, size_t limit)
{
    const struct tr_format_options options = {.max_chars = limit};
    char *text = emitted("json", report, &options);
    if (strlen(text) > limit)
        fail_msg("%zu bytes, not %zu: %s", strlen(text), limit, text);
    cJSON *document = cJSON_Parse(text);
    assert_non_null(document);
    free(text);
    return document;
}

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

static bool has_object(const cJSON *document, const char *id)
{
    const cJSON *each;
    cJSON_ArrayForEach(each, at(document, "/memory/objects"))
    {
        if (strcmp(at(each, "/id")->valuestring, id) == 0)
            return true;
    }
    return false;
}

/* Every points_to has its object, every JSON pointer leads somewhere. */
static void assert_consistent(const cJSON *document, const cJSON *node)
{
    const cJSON *to = cJSON_GetObjectItemCaseSensitive(node, "points_to"), *each;
    const char *const pointers[] = {"ref", "variable"};
    if (to)
        assert_true(has_object(document, at(to, "/object")->valuestring));
    for (size_t i = 0; i < TR_COUNT(pointers); i++) {
        const cJSON *pointer_ = cJSON_GetObjectItemCaseSensitive(node, pointers[i]);
        if (cJSON_IsString(pointer_))
            assert_non_null(at(document, pointer_->valuestring));
    }
    cJSON_ArrayForEach(each, node) { assert_consistent(document, each); }
}

static bool names(const cJSON *document, const char *section)
{
    const cJSON *each;
    cJSON_ArrayForEach(each, at(document, "/incomplete"))
    {
        if (strcmp(at(each, "/section")->valuestring, section) == 0)
            return true;
    }
    return false;
}

/* ---- tests ---- */

static void every_size(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    const struct tr_report *report = large_report(arena);
    for (size_t i = 0; i < TR_COUNT(limits); i++) {
        cJSON *document = fitted(report, limits[i]);
        assert_consistent(document, document);
        assert_string_equal(at(document, "/diagnosis/kind")->valuestring, "null-pointer-dereference");
        assert_string_equal(at(document, "/diagnosis/expression/operands/0/role")->valuestring, "culprit");
        assert_non_null(at(document, "/diagnosis/proof"));
        cJSON_Delete(document);
    }
    tr_arena_destroy(arena);
}

static void the_cause_stays_at_8000(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    cJSON *document = fitted(large_report(arena), 8000);
    assert_int_equal(cJSON_GetArraySize(at(document, "/diagnosis/expression/operands")), 2);
    assert_int_equal(cJSON_GetArraySize(at(document, "/threads/0/frames/0/arguments")), 2);
    assert_int_equal(cJSON_GetArraySize(at(document, "/threads/0/frames/0/locals")), 3);
    assert_non_null(at(document, "/threads/0/frames/0/source"));
    assert_true(has_object(document, "node#0"));
    assert_true(has_object(document, "shape#0")); /* what evidence refers to: objects/1 of the whole report */
    assert_string_equal(at(document, at(document, "/diagnosis/evidence/0/ref")->valuestring)->child->valuestring, "shape#0");
    /* main's array, which the failing function's argument points to */
    assert_string_equal(at(document, "/threads/0/frames/1/locals/0/name")->valuestring, "shapes");
    assert_null(at(document, "/modules"));
    assert_true(names(document, "document"));
    assert_true(names(document, "/modules"));
    assert_true(at(document, "/threads/0/omitted_frames")->valueint > 0);
    cJSON_Delete(document);
    tr_arena_destroy(arena);
}

static void the_report_is_not_changed(void **state)
{
    (void)state;
    const struct tr_format_options whole = {.max_chars = SIZE_MAX};
    struct tr_arena *arena = tr_arena_create();
    const struct tr_report *report = large_report(arena);
    char *before = emitted("json", report, &whole);
    cJSON_Delete(fitted(report, TR_LIMIT_CHARS_LEAST));
    char *after = emitted("json", report, &whole);
    assert_string_equal(before, after);
    assert_null(strstr(before, "--max-chars"));
    free(before);
    free(after);
    tr_arena_destroy(arena);
}

static const char *long_text(void *arg, const char *text)
{
    (void)text;
    return arg;
}

static void endless_texts(void **state)
{
    (void)state;
    enum { BYTES = 2000 };
    struct tr_arena *arena = tr_arena_create();
    static const char *const pieces[] = {"a", "\"", "\xe2\x80\xae", "\xff"};
    for (size_t i = 0; i < TR_COUNT(pieces); i++) {
        tr_auto_str struct tr_str text = {0};
        while (text.size < BYTES)
            tr_str_add_text(&text, pieces[i]);
        struct tr_report *report = large_report(arena);
        tr_record_replace_strings(&tr_record_report, report, long_text, (void *)tr_str_text(&text));
        report->schema = "tracerun.report/1";
        cJSON_Delete(fitted(report, 8000));
        cJSON_Delete(fitted(report, TR_LIMIT_CHARS_LEAST));
    }
    tr_arena_destroy(arena);
}

static void poor_reports(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 3, 0, NULL);
    for (int i = 0; i < MODULES; i++)
        tr_list_new(arena, &tr_list_at(&report->processes, struct tr_process, 0)->arguments, char);
    cJSON_Delete(fitted(report, 8000));
    for (int i = 0; i < 1000; i++)
        tr_list_new(arena, &report->incomplete, struct tr_incomplete)->section = "x";
    cJSON *document = fitted(report, 8000);
    assert_true(names(document, "/incomplete"));
    cJSON_Delete(document);
    tr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size),
        cmocka_unit_test(the_cause_stays_at_8000),
        cmocka_unit_test(the_report_is_not_changed),
        cmocka_unit_test(endless_texts),
        cmocka_unit_test(poor_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
