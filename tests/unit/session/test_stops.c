/* REPORT.md, "status": which stop the diagnosis is about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <signal.h>

#include "session/stops.h"

static struct tr_arena *arena;
static struct tr_list stops;

static struct tr_stop_record *stop(enum tr_stop_reason reason, bool is_root, int number)
{
    struct tr_stop_record *record = tr_list_new(arena, &stops, struct tr_stop_record);
    record->reason = reason;
    record->is_root = is_root;
    record->has_signal = number != 0;
    record->signal.si_signo = number;
    return record;
}

static int setup(void **state)
{
    (void)state;
    arena = tr_arena_create();
    stops = (struct tr_list){0};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tr_arena_destroy(arena);
    return 0;
}

static struct tr_stop_record *primary(int root_signal)
{
    const struct tr_stop_choice choice = {.root_failed = true, .root_signal = root_signal};
    return tr_stops_primary(&stops, &choice);
}

static void a_tolerated_crash_is_no_diagnosis(void **state)
{
    (void)state;
    stop(TR_STOP_SIGNAL, false, SIGSEGV);
    const struct tr_stop_choice success = {.root_failed = false};
    assert_null(tr_stops_primary(&stops, &success));
}

static void a_childs_crash_explains_the_roots_failure(void **state)
{
    (void)state;
    struct tr_stop_record *child = stop(TR_STOP_SIGNAL, false, SIGSEGV);
    stop(TR_STOP_EXIT, true, 0);
    assert_ptr_equal(primary(0), child);
}

static void of_two_deaths_the_first_counts(void **state)
{
    (void)state;
    struct tr_stop_record *child = stop(TR_STOP_SIGNAL, false, SIGSEGV);
    stop(TR_STOP_SIGNAL, true, SIGABRT);
    assert_ptr_equal(primary(SIGABRT), child);
}

static void unless_the_roots_is_a_fault(void **state)
{
    (void)state;
    stop(TR_STOP_SIGNAL, false, SIGSEGV);
    struct tr_stop_record *root = stop(TR_STOP_SIGNAL, true, SIGFPE);
    assert_ptr_equal(primary(SIGFPE), root);
}

static void a_handled_fault_explains_the_exit_behind_it(void **state)
{
    (void)state;
    struct tr_stop_record *fault = stop(TR_STOP_HANDLED, true, SIGSEGV);
    stop(TR_STOP_EXIT, true, 0);
    assert_ptr_equal(primary(0), fault);
}

static void a_handled_fault_does_not_explain_another_signal(void **state)
{
    (void)state;
    stop(TR_STOP_HANDLED, true, SIGSEGV);
    struct tr_stop_record *death = stop(TR_STOP_SIGNAL, true, SIGFPE);
    assert_ptr_equal(primary(SIGFPE), death);
}

static void stack(struct tr_stop_record *record, uint64_t pc, bool is_user)
{
    if (!record->report) {
        record->report = tr_arena_new(arena, struct tr_report);
        tr_list_new(arena, &record->report->threads, struct tr_thread);
    }
    struct tr_thread *thread = tr_list_at(&record->report->threads, struct tr_thread, 0);
    struct tr_frame *frame = tr_list_new(arena, &thread->frames, struct tr_frame);
    frame->pc = tr_word(pc);
    frame->user = tr_truth(is_user);
}

static void a_fault_that_was_mended_explains_nothing(void **state)
{
    (void)state;
    struct tr_stop_record *fault = stop(TR_STOP_HANDLED, true, SIGSEGV);
    struct tr_stop_record *death = stop(TR_STOP_SIGNAL, true, SIGABRT);
    stack(fault, 0x1000, true);
    stack(death, 0x2000, true);
    assert_ptr_equal(primary(SIGABRT), death);
    stack(death, 0x1000, true); /* still in the handler */
    assert_ptr_equal(primary(SIGABRT), fault);
}

static void of_a_failing_exit_only_a_fault_in_the_users_code(void **state)
{
    (void)state;
    struct tr_stop_record *fault = stop(TR_STOP_HANDLED, true, SIGSEGV);
    struct tr_stop_record *end = stop(TR_STOP_EXIT, true, 0);
    stack(fault, 0x1000, false);
    stack(end, 0x2000, true);
    assert_ptr_equal(primary(0), end);
    stack(fault, 0x3000, true);
    assert_ptr_equal(primary(0), fault);
    fault->signal.si_code = SEGV_ACCERR;
    assert_ptr_equal(primary(0), end);
}

static void mains_return_knows_more_than_the_exit(void **state)
{
    (void)state;
    struct tr_stop_record *returned = stop(TR_STOP_MAIN_RETURN, true, 0);
    stop(TR_STOP_EXIT, true, 0);
    assert_ptr_equal(primary(0), returned);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_tolerated_crash_is_no_diagnosis), TEST(a_childs_crash_explains_the_roots_failure),
        TEST(of_two_deaths_the_first_counts), TEST(unless_the_roots_is_a_fault),
        TEST(a_handled_fault_explains_the_exit_behind_it), TEST(a_handled_fault_does_not_explain_another_signal),
        TEST(a_fault_that_was_mended_explains_nothing), TEST(of_a_failing_exit_only_a_fault_in_the_users_code),
        TEST(mains_return_knows_more_than_the_exit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
