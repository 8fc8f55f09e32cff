/*
 * Text for a person: which lines stand there, how many, how wide, and that nothing a program says reaches the terminal
 * raw.
 */
#include "fixture.h"

#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct tr_format_options brief = {.columns = 100}, verbose = {.columns = 100, .verbose = true};

static void assert_line(const char *text, const char *line)
{
    size_t length = strlen(line);
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (strncmp(at, line, length) == 0 && (at[length] == '\n' || !at[length]))
            return;
    fail_msg("no line \"%s\" in:\n%s", line, text);
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* At most 40 lines of 100 code points, each ended, nothing hidden, no byte a terminal acts on. */
static void assert_tidy(const char *text)
{
    size_t width = 0, size = strlen(text);
    for (size_t i = 0, length; i < size; i += length) {
        length = tr_utf8_sequence(text + i, size - i);
        assert_true(length > 0);
        uint32_t point = tr_utf8_decode(text + i, length);
        assert_true(point == '\n' || (point >= 0x20 && point != 0x7f));
        assert_false(length > 1 && tr_utf8_hidden(point));
        width = point == '\n' ? 0 : width + 1;
        if (width > 100)
            fail_msg("a line of more than 100 columns in:\n%s", text);
    }
    assert_true(!size || text[size - 1] == '\n');
    if (count_lines(text) > 40)
        fail_msg("%zu lines:\n%s", count_lines(text), text);
}

static void null_field(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "tracerun: null pointer dereference (SIGSEGV, verified) in sum_of_y, main.c:23",
        "  shapes[i]->origin is NULL (i = 1) at main.c:23, so ->y cannot be read",
        "   21 |     int sum = 0;                                sum = 4",
        "   22 |     for (int i = 0; i < n; i++)                 i = 1, n = 3",
        " > 23 |         sum += shapes[i]->origin->y;            shapes = &main:shapes",
        "      |                ^^^^^^^^^^^^^^^^^ NULL",
        "   24 |     return sum;",
        "  proof     0x0 (shapes[i]->origin) + 4 (offset of y) = 0x4, the faulting address (read of 4 bytes)",
        "  seen      shapes[1] is {name = \"ghost\", origin = NULL}; shapes[0] and shapes[2] have an origin",
        "  #0 sum_of_y(shapes = &main:shapes, n = 3)             main.c:23",
        "       sum = 4, i = 1",
        "  #1 main()                                             main.c:30",
        "       shapes = {0x5555555592a0, 0x5555555592e0, 0x555555559300} -> dot, ghost, box",
        "tracerun: null pointer dereference: shapes[i]->origin is NULL (i = 1) at main.c:23",
    };
    struct tr_arena *arena = tr_arena_create();
    char *text = emitted("text", fixture_null_field(arena), &brief);
    for (size_t i = 0; i < TR_COUNT(lines); i++)
        assert_line(text, lines[i]);
    assert_tidy(text);
    assert_null(strstr(text, "_start"));           /* start-up code */
    assert_null(strstr(text, "ld.so.preload"));    /* a failure that is none */
    assert_null(strstr(text, "fault  "));          /* the proof says it */
    free(text);

    text = emitted("text", fixture_null_field(arena), &verbose);
    assert_non_null(strstr(text, "_start"));
    assert_non_null(strstr(text, "ld.so.preload"));
    assert_non_null(strstr(text, "rip     0x5555555551fe"));
    free(text);
    tr_arena_destroy(arena);
}

static void color_only_when_asked(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    const struct tr_format_options colored = {.columns = 100, .color = true};
    struct tr_report *report = fixture_null_field(arena);
    char *plain = emitted("text", report, &brief), *text = emitted("text", report, &colored);
    assert_null(strchr(plain, '\033'));
    assert_non_null(strstr(text, "\033[1;31mnull pointer dereference"));
    /* Without its escape sequences the coloured text is the plain one. */
    struct tr_str stripped = {0};
    for (const char *c = text; *c; c++)
        if (*c == '\033')
            c += strcspn(c, "m");
        else
            tr_str_add_char(&stripped, *c);
    assert_string_equal(tr_str_text(&stripped), plain);
    tr_str_deinit(&stripped);
    free(text);
    free(plain);
    tr_arena_destroy(arena);
}

static void short_forms(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    char *text = emitted("text", fixture_bare(arena, TR_STATUS_SUCCESS, 0, 0, NULL), &verbose);
    assert_string_equal(text, "");
    free(text);

    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 13, "SIGPIPE");
    report->diagnosis = finding(arena, TR_KIND_BROKEN_PIPE, "the reader closed the pipe");
    text = emitted("text", report, &brief);
    assert_string_equal(text, "");
    free(text);

    report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 2, 0, NULL);
    report->diagnosis = finding(arena, TR_KIND_NONZERO_EXIT, "exit status 2");
    text = emitted("text", report, &brief);
    assert_string_equal(text, "tracerun: exit status 2\n");
    free(text);
    report->diagnosis->location = location(arena, "check_total", "main.c", 8);
    text = emitted("text", report, &brief);
    assert_string_equal(text, "tracerun: exit status 2 from check_total at main.c:8\n");
    free(text);
    text = emitted("text", report, &verbose);
    assert_line(text, "tracerun: failing exit status (exit status 2) in check_total, main.c:8");
    free(text);

    report = fixture_bare(arena, TR_STATUS_INTERNAL_ERROR, 0, 0, NULL);
    struct tr_incomplete *why = tr_list_new(arena, &report->incomplete, struct tr_incomplete);
    *why = (struct tr_incomplete){.section = "run", .reason = "a.out: not found; did you mean ./a.out?"};
    text = emitted("text", report, &verbose);
    assert_string_equal(text, "tracerun: a.out: not found; did you mean ./a.out?\n");
    free(text);
    tr_arena_destroy(arena);
}

/* A crash of which hardly anything is known still has its verdict first and last. */
static void poor_report(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 9, "SIGKILL");
    char *text = emitted("text", report, &brief);
    assert_string_equal(text, "tracerun: SIGKILL\n\ntracerun: SIGKILL\n");
    free(text);

    report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 11, "SIGSEGV");
    report->diagnosis = finding(arena, TR_KIND_FATAL_SIGNAL, "SIGSEGV at f");
    report->program = tr_arena_new(arena, struct tr_program);
    report->program->debug_info = TR_DEBUG_INFO_SYMBOLS;
    struct tr_thread *crashed = thread(arena, report, 1, TR_THREAD_CRASHED);
    struct tr_frame *top = frame(arena, crashed, 0, "f", NULL, 0);
    top->library = TR_FALSE;
    top->module = "/home/u/a.out";
    top->module_offset = tr_word(0x1139);
    crashed->unwind_end = "the return address is not in executable memory";
    text = emitted("text", report, &brief);
    assert_line(text, "tracerun: fatal signal (SIGSEGV) in f, a.out+0x1139");
    assert_line(text, "  #0 f                                                  a.out+0x1139");
    assert_line(text, "  … the return address is not in executable memory");
    assert_line(text, "  note      no debug information: compile with -g to see lines and variables");
    free(text);
    tr_arena_destroy(arena);
}

static void recursion_is_folded(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 11, "SIGSEGV");
    report->diagnosis = finding(arena, TR_KIND_STACK_OVERFLOW, "factorial calls itself without end");
    struct tr_thread *crashed = thread(arena, report, 1, TR_THREAD_CRASHED);
    for (int i = 0; i < 24; i++)
        frame(arena, crashed, i, "factorial", "main.c", 5);
    for (int i = 87330; i < 87340; i++)
        frame(arena, crashed, i, "factorial", "main.c", 5);
    frame(arena, crashed, 87340, "main", "main.c", 9);
    crashed->omitted_frames = tr_number(87306);
    crashed->repeated = tr_arena_new(arena, struct tr_repeated);
    *crashed->repeated = (struct tr_repeated){.first = tr_number(0), .times = tr_number(87340)};
    tr_list_add(arena, &crashed->repeated->cycle, tr_arena_strdup(arena, "factorial"));
    char *text = emitted("text", report, &brief);
    assert_line(text, "  #0     factorial()                                    main.c:5");
    assert_line(text, "  … factorial repeated 87,340 times …");
    assert_line(text, "  #87340 main()                                         main.c:9");
    assert_null(strstr(text, "#1 "));
    assert_null(strstr(text, "more frame"));
    assert_tidy(text);
    free(text);
    tr_arena_destroy(arena);
}

static void libraries_are_folded(void **state)
{
    (void)state;
    static const char *const libc[] = {"pthread_kill", "raise", "abort", "assert_fail_base", "__assert_fail"};
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 6, "SIGABRT");
    report->diagnosis = finding(arena, TR_KIND_ASSERTION_FAILURE, "assertion \"n > 0\" failed");
    struct tr_thread *crashed = thread(arena, report, 1, TR_THREAD_CRASHED);
    for (size_t i = 0; i < TR_COUNT(libc); i++)
        frame(arena, crashed, (int64_t)i, libc[i], NULL, 0);
    frame(arena, crashed, 5, "main", "main.c", 9);
    char *text = emitted("text", report, &brief);
    assert_line(text, "  … 5 library frames (pthread_kill, raise, abort, assert_fail_base, …)");
    assert_line(text, "tracerun: assertion failure (SIGABRT, verified) in main, main.c:9");
    free(text);
    tr_arena_destroy(arena);
}

static void every_thread_at_a_time_limit(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_bare(arena, TR_STATUS_TIMEOUT, 0, 9, "SIGKILL");
    report->diagnosis = finding(arena, TR_KIND_SLOW, "still running after 1000 ms, at spin, main.c:4");
    report->diagnosis->confidence = TR_CONFIDENCE_POSSIBLE;
    for (int i = 0; i < 4; i++) {
        struct tr_thread *each = thread(arena, report, 100 + i, i ? TR_THREAD_LOCK : TR_THREAD_RUNNING);
        each->waiting_for = i ? "futex(0x404060, FUTEX_WAIT, 2)" : NULL;
        frame(arena, each, 0, "pthread_mutex_lock", NULL, 0);
        frame(arena, each, 1, i ? "work" : "spin", "main.c", 4 + i);
    }
    char *text = emitted("text", report, &brief);
    assert_line(text, "tracerun: slow (time limit, possible) in spin, main.c:4");
    assert_line(text, "  thread 100 program: running");
    assert_line(text, "  thread 103 program: waiting in futex(0x404060, FUTEX_WAIT, 2)");
    assert_line(text, "  #1 work()                                             main.c:7");
    assert_tidy(text);
    free(text);
    tr_arena_destroy(arena);
}

/* Everything at its largest: still a page. */
static void a_page_is_a_page(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_null_field(arena);
    char *words = tr_arena_alloc(arena, 3001);
    for (int i = 0; i < 3000; i++)
        words[i] = i % 7 ? 'x' : ' ';
    struct tr_finding *diagnosis = report->diagnosis;
    diagnosis->summary = diagnosis->proof = diagnosis->hint = diagnosis->explanation = words;
    tr_list_at(&diagnosis->evidence, struct tr_evidence, 0)->text = words;
    struct tr_thread *crashed = tr_list_at(&report->threads, struct tr_thread, 0);
    for (int i = 4; i < 60; i++) {
        struct tr_frame *deep = frame(arena, crashed, i, words, words, 100);
        for (int k = 0; k < 30; k++)
            variable(arena, k < 5 ? &deep->arguments : &deep->locals, "name", "int", TR_VALUE_INTEGER, "123456789");
    }
    for (int i = 0; i < 30; i++) {
        frame(arena, thread(arena, report, 5000 + i, TR_THREAD_RUNNING), 0, words, words, 1);
        struct tr_incomplete *entry = tr_list_new(arena, &report->incomplete, struct tr_incomplete);
        *entry = (struct tr_incomplete){.section = "somewhere", .reason = words};
        tr_list_add(arena, &report->findings, diagnosis);
    }
    report->io = tr_arena_new(arena, struct tr_io);
    report->io->stderr = tr_arena_new(arena, struct tr_output);
    report->io->stderr->text = words;
    char *text = emitted("text", report, &brief);
    assert_tidy(text);
    assert_non_null(strstr(text, " more lines (-v shows them)"));
    free(text);
    report->status = TR_STATUS_TIMEOUT;
    text = emitted("text", report, &brief);
    assert_tidy(text);
    free(text);
    text = emitted("text", report, &verbose);
    assert_null(strstr(text, "more lines"));
    free(text);
    tr_arena_destroy(arena);
}

/* Make every string of the report @p with. */
static void spoil(const struct tr_record *record, void *object, const char *with)
{
    for (size_t i = 0; i < record->field_count; i++) {
        const struct tr_field *field = &record->fields[i];
        void *slot = tr_field_at(field, object);
        struct tr_list *list = slot;
        if (field->type == TR_FIELD_STRING && *(const char **)slot)
            *(const char **)slot = with;
        else if (field->type == TR_FIELD_REF && *(void **)slot)
            spoil(field->record, *(void **)slot, with);
        else if (field->type == TR_FIELD_STRINGS)
            for (size_t k = 0; k < list->count; k++)
                list->items[k] = (void *)with;
        else if (field->type == TR_FIELD_LIST || field->type == TR_FIELD_MAP)
            for (size_t k = 0; k < list->count; k++)
                spoil(field->record, list->items[k], with);
    }
}

static void hostile_strings(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\033[2J\033]0;owned\007",
        "line\nforged: ok\r\n",
        "\xff\xfe\x80",
        "\xe2\x80\xae reversed \xe2\x81\xa6",
        "\xc2\x9b"
        "31m",
        "",
        "\"",
        "\\",
        "'",
        "%s%n",
        "\t\t\t\t\t\t\t\t\t\t\t\t\t\t",
        "/*",
        "\xed\xa0\x80",
        "/threads/0/frames/0/locals/0",
        "[0]",
        "*",
        "0x0",
        "\xe2\x80\xa8",
    };
    for (size_t i = 0; i < TR_COUNT(texts); i++) {
        struct tr_arena *arena = tr_arena_create();
        struct tr_report *report = fixture_null_field(arena);
        spoil(&tr_record_report, report, texts[i]);
        char *text = emitted("text", report, &brief);
        assert_tidy(text);
        free(text);
        const struct tr_format_options narrow = {.columns = 1, .color = true};
        free(emitted("text", report, &narrow));
        free(emitted("text", report, &verbose));
        free(emitted("json", report, &brief));
        tr_arena_destroy(arena);
    }
}

static void hostile_numbers(void **state)
{
    (void)state;
    static const int64_t numbers[] = {INT64_MIN, -1, 0, 1, INT32_MAX, INT64_MAX};
    for (size_t i = 0; i < TR_COUNT(numbers); i++) {
        struct tr_arena *arena = tr_arena_create();
        struct tr_report *report = fixture_null_field(arena);
        struct tr_thread *crashed = tr_list_at(&report->threads, struct tr_thread, 0);
        struct tr_frame *top = tr_list_at(&crashed->frames, struct tr_frame, 0);
        *report->diagnosis->expression->range =
            (struct tr_range){tr_number(23), tr_number(numbers[i]), tr_number(numbers[i]), tr_number(numbers[i])};
        tr_list_at(&crashed->frames, struct tr_frame, 1)->index = top->line = tr_number(numbers[i]);
        crashed->omitted_frames = tr_number(numbers[i]);
        crashed->repeated = tr_arena_new(arena, struct tr_repeated);
        *crashed->repeated = (struct tr_repeated){.first = tr_number(numbers[i]), .times = tr_number(numbers[i])};
        tr_list_add(arena, &crashed->repeated->cycle, tr_arena_strdup(arena, "f"));
        char *text = emitted("text", report, &brief);
        assert_tidy(text);
        free(text);
        top->source->first_line = top->source->focus = tr_number(numbers[i]);
        text = emitted("text", report, &brief);
        assert_tidy(text);
        free(text);
        tr_arena_destroy(arena);
    }
}

static void values_as_a_person_reads_them(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_null_field(arena);
    struct tr_thread *crashed = tr_list_at(&report->threads, struct tr_thread, 0);
    struct tr_list *locals = &tr_list_at(&crashed->frames, struct tr_frame, 0)->locals;
    variable(arena, locals, "gone", "int", TR_VALUE_INTEGER, NULL)->state = TR_STATE_OPTIMIZED_OUT;
    variable(arena, locals, "raw", "int", TR_VALUE_INTEGER, "77")->state = TR_STATE_UNINITIALIZED;
    struct tr_variable *point = variable(arena, locals, "point", "struct point", TR_VALUE_STRUCT, NULL);
    variable(arena, &point->children, "x", "int", TR_VALUE_INTEGER, "3");
    pointer(arena, &point->children, "next", "struct point *", "0x0", NULL);
    struct tr_variable *many = variable(arena, locals, "many", "int [100]", TR_VALUE_ARRAY, NULL);
    variable(arena, &many->children, "[0]", "int", TR_VALUE_INTEGER, "5");
    variable(arena, &many->children, "[1..99]", "int", TR_VALUE_INTEGER, "0");
    struct tr_variable *box = variable(arena, locals, "box", "std::unique_ptr<int>", TR_VALUE_CONTAINER, NULL);
    variable(arena, &box->children, "*", "int", TR_VALUE_INTEGER, "9");
    pointer(arena, locals, "shape", "struct shape *", "0x5555555592e0", "shape#1");
    char *text = emitted("text", report, &brief);
    assert_line(text, "       sum = 4, i = 1, gone = <optimized out>, raw = 77 <uninitialized>");
    assert_line(text, "       point = {x = 3, next = NULL}, many = {5, [1..99] = 0}, box = -> 9, … 1 more");
    free(text);
    text = emitted("text", report, &verbose);
    assert_non_null(strstr(text, "shape = 0x5555555592e0 -> {name = \"ghost\", origin = NULL}"));
    free(text);
    tr_arena_destroy(arena);
}

/* The end of a long path tells more than its beginning. */
static void long_places(void **state)
{
    (void)state;
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 0, 11, "SIGSEGV");
    report->diagnosis = finding(arena, TR_KIND_FATAL_SIGNAL, "SIGSEGV at f");
    frame(arena, thread(arena, report, 1, TR_THREAD_CRASHED), 0, "f",
          "/home/someone/projects/2026/with/a/very/long/path/to/the/sources/main.c", 1234);
    char *text = emitted("text", report, &brief);
    assert_line(text, "  #0 f()                                                …a/very/long/path/to/the/sources/main.c:1234");
    assert_tidy(text);
    free(text);
    tr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_field),
        cmocka_unit_test(color_only_when_asked),
        cmocka_unit_test(short_forms),
        cmocka_unit_test(poor_report),
        cmocka_unit_test(recursion_is_folded),
        cmocka_unit_test(libraries_are_folded),
        cmocka_unit_test(every_thread_at_a_time_limit),
        cmocka_unit_test(a_page_is_a_page),
        cmocka_unit_test(hostile_strings),
        cmocka_unit_test(hostile_numbers),
        cmocka_unit_test(values_as_a_person_reads_them),
        cmocka_unit_test(long_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
