/* The lines of isolate's meta file. Source: isolate(1), META-FILES. */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static struct tr_arena *arena;

static int setup(void **state)
{
    (void)state;
    arena = tr_arena_create();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tr_arena_destroy(arena);
    return 0;
}

static void assert_text(const struct tr_report *report, const char *wanted)
{
    const struct tr_format_options options = {0};
    struct tr_str text = {0};
    assert_null(tr_format_named("meta")->emit(report, &options, &text));
    assert_string_equal(tr_str_text(&text), wanted);
    tr_str_deinit(&text);
}

static void success_has_no_status(void **state)
{
    (void)state;
    struct tr_report *report = fixture_bare(arena, TR_STATUS_SUCCESS, 0, 0, NULL);
    report->resources = tr_arena_new(arena, struct tr_resources);
    *report->resources = (struct tr_resources){
        .wall_ms = tr_number(1205), .user_ms = tr_number(1001), .system_ms = tr_number(30),
        .peak_rss_kb = tr_number(2048), .context_switches = tr_number(10), .forced_switches = tr_number(3)};
    report->ended_by = TR_ENDED_BY_PROGRAM;
    assert_text(report, "time:1.031\ntime-wall:1.205\nmax-rss:2048\ncsw-forced:3\ncsw-voluntary:7\nexitcode:0\n");
}

static void a_limit_was_killed(void **state)
{
    (void)state;
    struct tr_report *report = fixture_bare(arena, TR_STATUS_TIMEOUT, 0, 9, "SIGKILL");
    report->ended_by = TR_ENDED_BY_TRACERUN;
    report->resources = NULL;
    report->diagnosis = NULL;
    assert_text(report, "exitsig:9\nkilled:1\nstatus:TO\nmessage:TIMEOUT\n");
}

static void a_message_is_one_line(void **state)
{
    (void)state;
    struct tr_report *report = fixture_bare(arena, TR_STATUS_RUNTIME_ERROR, 3, 0, NULL);
    report->ended_by = TR_ENDED_BY_PROGRAM;
    report->resources = NULL;
    report->diagnosis = tr_arena_new(arena, struct tr_finding);
    report->diagnosis->summary = "forged\nstatus:OK\x1b";
    assert_text(report, "exitcode:3\nstatus:RE\nmessage:RUNTIME_ERROR: forged?status:OK?\n");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(success_has_no_status), TEST(a_limit_was_killed), TEST(a_message_is_one_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
