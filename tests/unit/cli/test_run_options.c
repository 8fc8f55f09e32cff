#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "cli/run_options.h"

#include <stdlib.h>
#include <string.h>

static struct tr_arena *arena;
static struct tr_run_command command;

static int setup(void **state)
{
    (void)state;
    arena = tr_arena_create();
    unsetenv("TRACERUN_OPTIONS");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tr_arena_destroy(arena);
    return 0;
}

/* Parse the words of @p line, split at blanks. */
static struct tr_error *parse(const char *line)
{
    char *words[16] = {tr_arena_strdup(arena, "tracerun")}, *save = NULL;
    int count = 1;
    for (char *word = strtok_r(tr_arena_strdup(arena, line), " ", &save); word; word = strtok_r(NULL, " ", &save))
        words[count++] = word;
    words[count] = NULL;
    char **kept = tr_arena_alloc(arena, sizeof(words));
    memcpy(kept, words, sizeof(words));
    return tr_run_options_parse(arena, count, kept, &command);
}

static void refused(const char *line, const char *words)
{
    struct tr_error *error = parse(line);
    assert_non_null(error);
    assert_non_null(strstr(error->message, words));
    assert_null(strchr(error->message, '\n'));
    tr_error_destroy(error);
}

static void options_end_at_the_program(void **state)
{
    (void)state;
    assert_null(parse("--timeout 1.5 ./a.out --timeout 9 -v"));
    assert_int_equal(command.run.limits[TR_BOUND_WALL].value, 1500);
    assert_string_equal(command.run.argv[0], "./a.out");
    assert_string_equal(command.run.argv[3], "-v");
    assert_null(command.run.argv[4]);
    assert_false(command.verbose);
    assert_null(parse("-v -- --json"));
    assert_string_equal(command.run.argv[0], "--json");
    assert_true(command.verbose);
}

static void times_have_units(void **state)
{
    (void)state;
    assert_null(parse("--timeout 500ms --grace 2m x"));
    assert_int_equal(command.run.limits[TR_BOUND_WALL].value, 500);
    assert_int_equal(command.run.grace_ms, 120000);
    assert_null(parse("x"));
    assert_int_equal(command.run.grace_ms, 1000);
    refused("--timeout 5x x", "--timeout: '5x'");
    refused("--timeout -1 x", "--timeout: '-1'");
}

static void a_limit_is_given_or_taken_away(void **state)
{
    (void)state;
    assert_null(parse("--cpu-timeout 1.5 --timeout none x"));
    assert_int_equal(command.run.limits[TR_BOUND_CPU].value, 1500);
    assert_int_equal(command.run.limits[TR_BOUND_CPU].source, TR_LIMIT_FROM_GIVEN);
    assert_int_equal(command.run.limits[TR_BOUND_WALL].value, 0);
    assert_int_equal(command.run.limits[TR_BOUND_WALL].source, TR_LIMIT_FROM_GIVEN);
    assert_null(parse("x"));
    assert_int_equal(command.run.limits[TR_BOUND_CPU].source, TR_LIMIT_FROM_ABSENT);
    assert_null(parse("--memory 1.5G --output 16M --stack 64K --file-size 65536 --processes 64 --open-files 0 x"));
    assert_int_equal(command.run.limits[TR_BOUND_MEMORY].value, INT64_C(3) << 29);
    assert_int_equal(command.run.limits[TR_BOUND_OUTPUT].value, 16 << 20);
    assert_int_equal(command.run.limits[TR_BOUND_STACK].value, 65536);
    assert_int_equal(command.run.limits[TR_BOUND_FILE_SIZE].value, 65536);
    assert_int_equal(command.run.limits[TR_BOUND_PROCESSES].value, 64);
    assert_int_equal(command.run.limits[TR_BOUND_OPEN_FILES].value, 0);
    refused("--memory 12X x", "--memory: '12X'");
    refused("--memory 1 x", "--memory: '1' is too little");
    refused("--processes 1.5 x", "--processes: '1.5'");
    refused("--processes 64K x", "--processes: '64K'");
    refused("--open-files 2 x", "--open-files: '2'");
    refused("--output -5 x", "--output: '-5'");
    refused("--output 99999999999999999999 x", "--output: '9999");
    refused("--cpu-timeout inf x", "--cpu-timeout: 'inf'");
    refused("--cpu-timeout 0x10 x", "--cpu-timeout: '0x10'");
    refused("--cpu-timeout= x", "--cpu-timeout: ''");
}

static void a_sandbox_brings_its_limits(void **state)
{
    (void)state;
    assert_null(parse("--sandbox ./a.out"));
    assert_string_equal(command.run.sandbox.profile->name, "student");
    assert_true(command.run.own_group);
    assert_int_equal(command.run.grace_ms, 0);
    assert_int_equal(command.run.limits[TR_BOUND_WALL].value, 10000);
    assert_int_equal(command.run.limits[TR_BOUND_WALL].source, TR_LIMIT_FROM_DEFAULT);
    assert_null(parse("--sandbox=best-effort:strict --timeout 3 --grace 2 --on-violation=deny --read / ./a.out"));
    assert_string_equal(command.run.sandbox.profile->name, "strict");
    assert_true(command.run.sandbox.best_effort && command.run.sandbox.deny);
    assert_int_equal(command.run.limits[TR_BOUND_WALL].value, 3000);
    assert_int_equal(command.run.grace_ms, 2000);
    assert_null(parse("--sandbox=off ./a.out"));
    assert_false(command.run.own_group);
    assert_int_equal(command.run.limits[TR_BOUND_WALL].source, TR_LIMIT_FROM_ABSENT);
    refused("--sandbox=loose ./a.out", "student, strict and off");
    refused("--sandbox --on-violation=warn ./a.out", "kill or deny");
    refused("--sandbox --keep-children ./a.out", "nothing outlives");
    refused("--write /tmp ./a.out", "--sandbox");
    refused("--sandbox --workdir=move ./a.out", "not copy");
}

static void a_document_captures_output(void **state)
{
    (void)state;
    assert_null(parse("--json x"));
    assert_true(command.run.capture);
    assert_null(parse("--json -o report.json x"));
    assert_true(command.document);
    assert_null(parse("-f json -o report.json x"));
    assert_false(command.document);
    assert_false(command.run.capture);
    assert_null(parse("--json --report-fd 2 x"));
    assert_false(command.document);
    assert_null(parse("-o report.json -o text:all x"));
    assert_int_equal(command.files.count, 2);
    assert_string_equal(tr_list_at(&command.files, struct tr_output_file, 0)->path, "all");
    assert_null(parse("x"));
    assert_false(command.run.capture);
}

static void wrong_words_are_named(void **state)
{
    (void)state;
    refused("", "no program is named");
    refused("-f yaml x", "there is no format 'yaml'");
    refused("-o report.unknown x", "no format has this extension");
    refused("--syscalls some x", "'some' is not none, default or all");
    refused("--report-fd 987 x", "'987' is not an open descriptor");
    refused("--source-map a x", "'a' is not OLD=NEW");
    refused("--no-such-option x", "--no-such-option");
}

static void the_environment_goes_first(void **state)
{
    (void)state;
    setenv("TRACERUN_OPTIONS", "--timeout 3 -v", 1);
    assert_null(parse("--timeout 4 x"));
    assert_int_equal(command.run.limits[TR_BOUND_WALL].value, 4000);
    assert_true(command.verbose);
    setenv("TRACERUN_OPTIONS", "nonsense", 1);
    refused("x", "TRACERUN_OPTIONS: 'nonsense'");
}

static void a_wish_for_a_document_is_seen_in_spite_of_errors(void **state)
{
    (void)state;
    char *wrong[] = {(char *)"tracerun", (char *)"--nonsense", (char *)"--json", (char *)"x", NULL};
    assert_true(tr_run_options_want_document(4, wrong));
    char *none[] = {(char *)"tracerun", (char *)"x", (char *)"--json", NULL};
    assert_false(tr_run_options_want_document(3, none));
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(options_end_at_the_program), TEST(times_have_units), TEST(a_limit_is_given_or_taken_away),
        TEST(a_sandbox_brings_its_limits), TEST(a_document_captures_output),
        TEST(wrong_words_are_named), TEST(the_environment_goes_first), TEST(a_wish_for_a_document_is_seen_in_spite_of_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
