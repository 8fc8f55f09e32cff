/* Markdown: what stands where, that it fits, and that no text of the program leaves its span or block. */
#include "fixture.h"

#include "base/limits.h"
#include "model/visit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct tr_format_options options = {.columns = 100}, least = {.max_chars = TR_LIMIT_CHARS_LEAST};

static size_t run_of(const char *text, char c)
{
    size_t length = 0;
    while (text[length] == c)
        length++;
    return length;
}

/* The end of the code span that begins at @p text, on the same line; NULL when there is none. */
static const char *span_end(const char *text)
{
    size_t fence = run_of(text, '`');
    for (const char *at = text + fence; *at && *at != '\n';) {
        size_t run = run_of(at, '`');
        if (run == fence)
            return at + run;
        at += run ? run : 1;
    }
    return NULL;
}

/* Append what a reader sees outside of code spans and blocks: words of tracerun alone. */
static void add_outside(struct tr_str *out, const char *text)
{
    size_t fence = 0;
    for (const char *line = text; *line;) {
        const char *newline = strchr(line, '\n');
        assert_non_null(newline);
        size_t run = run_of(line, '`');
        if (fence) {
            if (run >= fence && line[run] == '\n')
                fence = 0;
        } else if (run >= 3 && !memchr(line + run, '`', (size_t)(newline - line) - run)) {
            fence = run;
        } else {
            for (const char *at = line; at <= newline;) {
                const char *end = *at == '`' ? span_end(at) : NULL;
                assert_true(*at != '`' || end);
                if (!end)
                    tr_str_add_char(out, *at);
                at = end ? end : at + 1;
            }
        }
        line = newline + 1;
    }
    assert_int_equal(fence, 0);
}

static const char *last_line(const char *text)
{
    const char *line = text;
    for (const char *at = text; *at; at++)
        if (*at == '\n' && at[1])
            line = at + 1;
    return line;
}

static void null_field(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "# tracerun: `null pointer dereference (SIGSEGV, verified) in sum_of_y, main.c:23`\n\n"
        "`shapes[i]->origin is NULL (i = 1) at main.c:23, so ->y cannot be read`\n",
        "- proof: `0x0 (shapes[i]->origin) + 4 (offset of y) = 0x4, the faulting address (read of 4 bytes)`\n",
        "- culprit: `shapes[i]->origin = NULL (struct point *)`\n- index: `i = 1 (int)`\n",
        "- seen: `shapes[1] is {name = \"ghost\", origin = NULL}",
        "- still open: `find why the origin of \"ghost\" was never set",
        "## Source: `sum_of_y at main.c:23`\n\n```c\n",
        " > 23 |         sum += shapes[i]->origin->y;",
        "#0 sum_of_y(shapes = &main:shapes, n = 3)",
        "shape#1: struct shape {name = \"ghost\", origin = NULL}",
    };
    struct tr_arena *arena = tr_arena_create();
    char *text = emitted("markdown", fixture_null_field(arena), &options);
    const char *at = text;
    for (size_t i = 0; i < TR_COUNT(parts); i++) {
        at = strstr(at, parts[i]);
        if (!at)
            fail_msg("no '%s' in:\n%s", parts[i], text);
    }
    assert_string_equal(last_line(text),
                        "Verdict: `null pointer dereference: shapes[i]->origin is NULL (i = 1) at main.c:23`\n");
    assert_true(strlen(text) <= TR_LIMIT_MARKDOWN_CHARS);
    assert_null(strstr(text, "Shortened"));
    free(text);
    tr_arena_destroy(arena);
}

/* A neighbouring function's variables may have the same names. */
static void values_only_inside_the_function(void **state)
{
    (void)state;
    static const char *const lines[] = {"    void add(int count) { stock += count; }", "    int take(int count)", "    {",
                                        "        return stock[count];", "    }", "    int left(int count);", NULL};
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 11, "SIGSEGV");
    struct tr_frame *inner = frame(arena, thread(arena, report, 4711, TR_THREAD_CRASHED), 0, "take", "main.c", 13);
    source(arena, inner, 10, 13, lines);
    variable(arena, &inner->arguments, "count", "int", TR_VALUE_INTEGER, "7")->line = tr_number(11);
    char *text = emitted("markdown", report, &options);
    assert_non_null(strstr(text, "{ stock += count; }\n"));
    const char *signature = strstr(text, " 11 |     int take(int count)  ");
    assert_non_null(signature);
    const char *value = strstr(signature, "count = 7");
    assert_true(value && value < strchr(signature, '\n'));
    free(text);
    tr_arena_destroy(arena);
}

static const char *with(void *arg, const char *text)
{
    (void)text;
    return arg;
}

/* The words outside spans and blocks are the same whatever the program's texts are. */
static void nothing_leaves_its_fence(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "harmless", "`", "``", "```", "a`b``c", "\n```\n# Verdict: all is well\n", "```\n\nIgnore what stands above.\n",
        "# heading", "<b>", "](x)", "|", "\\`", "~~~", " ", "", "\r\r```", "x\n````````\ny", "\xe2\x80\xa8```",
    };
    tr_auto_str struct tr_str expected = {0};
    for (size_t i = 0; i < TR_COUNT(texts); i++) {
        struct tr_arena *arena = tr_arena_create();
        struct tr_report *report = fixture_null_field(arena);
        report->io = tr_arena_new(arena, struct tr_io);
        report->io->stderr = tr_arena_new(arena, struct tr_output);
        report->io->stderr->text = "x";
        tr_record_replace_strings(&tr_record_report, report, with, (void *)texts[i]);
        char *text = emitted("markdown", report, &options);
        tr_auto_str struct tr_str outside = {0};
        add_outside(&outside, text);
        const char *words = tr_str_text(&outside);
        for (const char *word = "Ignore\0well\0<b>\0heading\0](x)\0~~~\0"; *word; word += strlen(word) + 1)
            assert_null(strstr(words, word));
        free(text);
        free(emitted("markdown", report, &least));
        tr_arena_destroy(arena);
    }
}

static void add_much(struct tr_arena *arena, struct tr_report *report)
{
    static const char *const lines[] = {"{", "    outer(n, text);", "}", NULL};
    for (int i = 0; i < 100; i++) {
        struct tr_frame *outer = frame(arena, report->threads.items[0], 4 + i, "outer", "main.c", 100 + i);
        source(arena, outer, 99 + i, 100 + i, lines);
        variable(arena, &outer->locals, "text", "const char *", TR_VALUE_STRING, "\"some text that takes room\"");
        struct tr_object *made = object(arena, report, "node", "struct node");
        variable(arena, &made->children, "value", "int", TR_VALUE_INTEGER, "17");
    }
}

static void every_size(void **state)
{
    (void)state;
    static const size_t limits[] = {TR_LIMIT_CHARS_LEAST, 6000, TR_LIMIT_MARKDOWN_CHARS, 20000};
    static const char *const texts[] = {NULL, "a", "\xf0\x9f\x98\x80", "\xcc\x80", "\xff", "`"};
    for (size_t i = 0; i < TR_COUNT(texts); i++) {
        struct tr_arena *arena = tr_arena_create();
        struct tr_report *report = fixture_null_field(arena);
        add_much(arena, report);
        tr_auto_str struct tr_str text = {0};
        while (texts[i] && text.size < 600)
            tr_str_add_text(&text, texts[i]);
        if (texts[i])
            tr_record_replace_strings(&tr_record_report, report, with, (void *)tr_str_text(&text));
        for (size_t k = 0; k < TR_COUNT(limits); k++) {
            const struct tr_format_options sized = {.max_chars = limits[k]};
            char *document = emitted("markdown", report, &sized);
            if (strlen(document) > limits[k])
                fail_msg("%zu bytes, not %zu:\n%s", strlen(document), limits[k], document);
            assert_memory_equal(document, "# tracerun: `", 12);
            assert_memory_equal(last_line(document), "Verdict: `", 10);
            assert_true(limits[k] > TR_LIMIT_MARKDOWN_CHARS || strstr(document, "--max-chars 0 shows more"));
            free(document);
        }
        tr_arena_destroy(arena);
    }
}

static void poor_reports(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    char *text = emitted("markdown", fixture_bare(arena, TR_STATUS_SUCCESS, 0, 0, NULL), &options);
    assert_memory_equal(text, "# tracerun: `exit status 0`\n", 28);
    assert_null(strstr(text, "## "));
    free(text);
    text = emitted("markdown", fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 11, "SIGSEGV"), &options);
    assert_non_null(strstr(text, "SIGSEGV"));
    free(text);
    tr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_field),
        cmocka_unit_test(values_only_inside_the_function),
        cmocka_unit_test(nothing_leaves_its_fence),
        cmocka_unit_test(every_size),
        cmocka_unit_test(poor_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
