/* Limits of a run: how amounts are spelled, and which finding a limit that was reached makes. */
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct tr_finding *found(enum tr_bound bound, int64_t value, int64_t observed, int64_t asked)
{
    made.facts.hit = (struct tr_bound_hit){bound, value, observed, asked};
    const struct tr_finding *finding = tr_diagnose(&made.facts);
    assert_non_null(finding);
    assert_int_equal(finding->confidence == TR_CONFIDENCE_VERIFIED, finding->proof != NULL);
    assert_int_equal(finding->location->line.value, 7);
    return finding;
}

static void amounts_have_units(void **state)
{
    (void)state;
    static const struct {
        enum tr_bound bound;
        int64_t value;
        const char *text;
    } amounts[] = {
        {TR_BOUND_WALL, 1500, "1500 ms"},
        {TR_BOUND_CPU, 300, "300 ms of processor time"},
        {TR_BOUND_MEMORY, 0, "0 bytes"},
        {TR_BOUND_MEMORY, 1023, "1023 bytes"},
        {TR_BOUND_MEMORY, 1024, "1 kB"},
        {TR_BOUND_OUTPUT, 1536, "1.5 kB"},
        {TR_BOUND_MEMORY, 512 << 20, "512 MB"},
        {TR_BOUND_FILE_SIZE, (512 << 20) + 1, "512 MB"},
        {TR_BOUND_MEMORY, INT64_C(3) << 29, "1.5 GB"},
        {TR_BOUND_MEMORY, INT64_MAX / 2, "4194303 TB"},
        {TR_BOUND_PROCESSES, 64, "64 processes and threads"},
        {TR_BOUND_OPEN_FILES, 16, "16 open files"},
    };
    for (size_t i = 0; i < sizeof(amounts) / sizeof(amounts[0]); i++)
        assert_string_equal(tr_bound_amount(made.arena, amounts[i].bound, amounts[i].value), amounts[i].text);
}

static void a_refused_request_is_proved_by_its_sum(void **state)
{
    (void)state;
    const struct tr_finding *finding = found(TR_BOUND_MEMORY, 64 << 20, 60 << 20, 10 << 20);
    assert_int_equal(finding->kind, TR_KIND_MEMORY_LIMIT);
    assert_int_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
    assert_string_equal(finding->summary, "10 MB more memory could not be had at main.c:7: 60 MB of 64 MB are taken");
    /* Refused though it would have fitted: something else was the reason. */
    assert_int_equal(found(TR_BOUND_MEMORY, 64 << 20, 10 << 20, 10 << 20)->confidence, TR_CONFIDENCE_LIKELY);
}

static void memory_in_use_is_proved_by_its_amount(void **state)
{
    (void)state;
    assert_int_equal(found(TR_BOUND_MEMORY, 64 << 20, 65 << 20, 0)->confidence, TR_CONFIDENCE_VERIFIED);
}

static void a_crash_with_hardly_any_memory_left_is_likely(void **state)
{
    (void)state;
    made.facts.signal = &(const struct tr_signal){.number = tr_number(11), .name = "SIGSEGV"};
    const struct tr_finding *finding = found(TR_BOUND_MEMORY, 64 << 20, (64 << 20) - 1000, 0);
    assert_int_equal(finding->kind, TR_KIND_MEMORY_LIMIT);
    assert_int_equal(finding->confidence, TR_CONFIDENCE_LIKELY);
}

static void each_limit_has_its_kind(void **state)
{
    (void)state;
    assert_int_equal(found(TR_BOUND_OUTPUT, 65536, 65537, 0)->kind, TR_KIND_OUTPUT_LIMIT);
    assert_int_equal(found(TR_BOUND_PROCESSES, 64, 65, 0)->kind, TR_KIND_PROCESS_LIMIT);
    assert_int_equal(found(TR_BOUND_OPEN_FILES, 16, 16, 1)->kind, TR_KIND_FILE_LIMIT);
    assert_int_equal(found(TR_BOUND_FILE_SIZE, 65536, 65536, 0)->kind, TR_KIND_FILE_LIMIT);
}

static void a_limit_of_somebody_else_is_likely(void **state)
{
    (void)state;
    made.facts.signal = &(const struct tr_signal){.number = tr_number(25), .name = "SIGXFSZ"};
    const struct tr_finding *finding = tr_diagnose(&made.facts);
    assert_int_equal(finding->kind, TR_KIND_FILE_LIMIT);
    assert_int_equal(finding->confidence, TR_CONFIDENCE_LIKELY);
}

static void time_is_no_other_limit(void **state)
{
    (void)state;
    made.facts.timed_out = true;
    made.facts.timeout_ms = 300;
    const struct tr_finding *finding = found(TR_BOUND_CPU, 300, 301, 0);
    assert_int_equal(finding->kind, TR_KIND_SLOW);
    assert_non_null(strstr(finding->summary, "after 300 ms of processor time"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MADE_TEST(amounts_have_units), MADE_TEST(a_refused_request_is_proved_by_its_sum),
        MADE_TEST(memory_in_use_is_proved_by_its_amount), MADE_TEST(a_crash_with_hardly_any_memory_left_is_likely),
        MADE_TEST(each_limit_has_its_kind), MADE_TEST(a_limit_of_somebody_else_is_likely), MADE_TEST(time_is_no_other_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
