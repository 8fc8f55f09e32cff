/* The first limit that was reached is the cause; what follows it is its symptom. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "session/verdict.h"

enum { EXIT_LIMIT = 124, SIGNALLED_SEGV = SIGSEGV, EXITED_1 = 1 << 8, MS = 1000 };

static struct tr_run_end ended(int status)
{
    return (struct tr_run_end){.root_ended = true, .root_ended_us = 1000 * MS, .root_status = status};
}

static void reach(struct tr_run_end *end, enum tr_bound bound, int64_t at_us, bool ended_run)
{
    end->bounds[bound] = (struct tr_bound_use){.reached_us = at_us, .decides = ended_run, .ended_run = ended_run};
}

static enum tr_status status(const struct tr_run_end *end)
{
    struct tr_report report = {0};
    tr_verdict_fill(end, &report);
    return report.status;
}

static void the_first_limit_is_the_cause(void **state)
{
    (void)state;
    struct tr_run_end end = ended(SIGKILL);
    reach(&end, TR_BOUND_MEMORY, 300 * MS, false);
    reach(&end, TR_BOUND_WALL, 900 * MS, true);
    assert_int_equal(tr_verdict_bound(&end), TR_BOUND_MEMORY);
    assert_int_equal(status(&end), TR_STATUS_MEMORY_LIMIT);
}

static void a_crash_after_a_refusal_is_its_symptom(void **state)
{
    (void)state;
    struct tr_session_result result;
    struct tr_run_end end = ended(SIGNALLED_SEGV);
    reach(&end, TR_BOUND_MEMORY, 300 * MS, false);
    struct tr_report report = {0};
    tr_verdict_fill(&end, &report);
    tr_verdict_exit(&end, &result);
    assert_int_equal(report.status, TR_STATUS_MEMORY_LIMIT);
    assert_int_equal(report.ended_by, TR_ENDED_BY_PROGRAM);
    assert_int_equal(result.exit_status, EXIT_LIMIT);
    assert_int_equal(result.signal, 0);
}

static void a_refusal_that_was_coped_with_is_no_failure(void **state)
{
    (void)state;
    struct tr_run_end end = ended(0);
    reach(&end, TR_BOUND_MEMORY, 300 * MS, false);
    reach(&end, TR_BOUND_OPEN_FILES, 400 * MS, false);
    assert_int_equal(status(&end), TR_STATUS_SUCCESS);
    assert_int_equal(tr_verdict_bound(&end), TR_BOUND_ABSENT);
}

static void in_the_same_millisecond_an_order_decides(void **state)
{
    (void)state;
    struct tr_run_end end = ended(SIGKILL);
    reach(&end, TR_BOUND_WALL, 500 * MS, true);
    reach(&end, TR_BOUND_OUTPUT, 500 * MS + 200, false);
    assert_int_equal(status(&end), TR_STATUS_OUTPUT_LIMIT);
    reach(&end, TR_BOUND_OUTPUT, 501 * MS, false);
    assert_int_equal(status(&end), TR_STATUS_TIMEOUT);
}

static void a_limit_after_the_end_is_none(void **state)
{
    (void)state;
    struct tr_run_end end = ended(EXITED_1);
    reach(&end, TR_BOUND_PROCESSES, 1001 * MS, false);
    assert_int_equal(status(&end), TR_STATUS_RUNTIME_ERROR);
    end = ended(0);
    end.bounds[TR_BOUND_OUTPUT] = (struct tr_bound_use){.reached_us = 1000 * MS, .decides = true};
    assert_int_equal(status(&end), TR_STATUS_OUTPUT_LIMIT); /* found when what was left in the pipe was counted */
    assert_false(tr_ended_by_tracerun(&end));
}

static void both_kinds_of_file_limit_have_one_verdict(void **state)
{
    (void)state;
    struct tr_run_end end = ended(EXITED_1);
    reach(&end, TR_BOUND_OPEN_FILES, 5 * MS, false);
    assert_int_equal(status(&end), TR_STATUS_FILE_LIMIT);
    end = ended(SIGXFSZ);
    reach(&end, TR_BOUND_FILE_SIZE, 5 * MS, false);
    assert_int_equal(status(&end), TR_STATUS_FILE_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_limit_is_the_cause),
        cmocka_unit_test(a_crash_after_a_refusal_is_its_symptom),
        cmocka_unit_test(a_refusal_that_was_coped_with_is_no_failure),
        cmocka_unit_test(in_the_same_millisecond_an_order_decides),
        cmocka_unit_test(a_limit_after_the_end_is_none),
        cmocka_unit_test(both_kinds_of_file_limit_have_one_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
