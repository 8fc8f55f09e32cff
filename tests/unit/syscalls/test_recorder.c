/* The flight recorder: rings, failures kept apart, results, interruptions, exec, and what it reports. */
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/limits.h"
#include "caller.h"
#include "syscalls/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cmocka.h>

struct fixture {
    struct tr_recorder *recorder;
    struct tr_memory *memory;
    struct tr_arena *arena;
    struct tr_syscalls report;
    struct tr_recorded *recorded;
    size_t count;
};

static int set_up(void **state)
{
    static struct fixture fixture;
    fixture = (struct fixture){0};
    fixture.recorder = tr_recorder_create(TR_SYSCALLS_DEFAULT, tr_now_us());
    fixture.memory = tr_memory_create(getpid(), -1);
    fixture.arena = tr_arena_create();
    *state = &fixture;
    return 0;
}

static int set_up_all(void **state)
{
    set_up(state);
    struct fixture *fixture = *state;
    tr_recorder_destroy(fixture->recorder);
    fixture->recorder = tr_recorder_create(TR_SYSCALLS_ALL, tr_now_us());
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    tr_recorder_destroy(fixture->recorder);
    tr_memory_destroy(fixture->memory);
    tr_arena_destroy(fixture->arena);
    return 0;
}

static bool enter_with(struct fixture *fixture, int pid, int tid, long number, const uint64_t *arguments)
{
    const struct tr_registers registers = entering(number, arguments, arguments);
    tr_memory_flush(fixture->memory);
    return tr_recorder_enter(fixture->recorder, pid, tid, &registers, fixture->memory);
}

#define ENTER(pid, tid, number, ...) enter_with(*state, pid, tid, number, (const uint64_t[6]){__VA_ARGS__})

static void leave(struct fixture *fixture, int tid, int64_t result)
{
    tr_recorder_leave(fixture->recorder, tid, result, fixture->memory);
}

static struct fixture *report(void **state, int pid)
{
    struct fixture *fixture = *state;
    fixture->report = (struct tr_syscalls){0};
    tr_recorder_report(fixture->recorder, fixture->arena, pid, &fixture->report, &fixture->recorded, &fixture->count);
    assert_int_equal(fixture->count, fixture->report.recent.count + fixture->report.failed.count);
    return fixture;
}

#define RECENT(index) tr_list_at(&fixture->report.recent, struct tr_syscall, index)
#define FAILED(index) tr_list_at(&fixture->report.failed, struct tr_syscall, index)

static void a_failed_open_is_told(void **state)
{
    assert_true(ENTER(10, 11, SYS_openat, (uint64_t)AT_FDCWD, POINTER("settings.ini"), O_RDONLY));
    leave(*state, 11, -ENOENT);
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.recent.count, 1);
    assert_int_equal(fixture->report.failed.count, 1);
    const struct tr_syscall *call = FAILED(0);
    assert_string_equal(call->name, "openat");
    assert_string_equal(call->text, "openat(AT_FDCWD, \"settings.ini\", O_RDONLY)");
    assert_string_equal(call->result, "-1");
    assert_string_equal(call->error, "ENOENT");
    assert_int_equal(call->thread.value, 11);
    assert_true(call->at_ms.known && call->at_ms.value >= 0);
    assert_false(call->process.known);
    assert_false(call->times.known);
    assert_non_null(fixture->recorded[0].origin);
    assert_ptr_equal(fixture->recorded[1].record, call);
    assert_int_equal(fixture->recorded[0].origin->registers.general.rip, 0x401000);
    assert_true(fixture->recorded[0].origin->stack_size >= 48);
    uint64_t on_stack[6];
    memcpy(on_stack, fixture->recorded[0].origin->stack, sizeof(on_stack));
    assert_int_equal(on_stack[0], (uint64_t)AT_FDCWD);
}

static void the_level_decides_what_is_recorded(void **state)
{
    assert_false(ENTER(10, 10, SYS_read, 0, 0, 0));
    assert_false(ENTER(10, 10, SYS_getppid));
    assert_false(ENTER(10, 10, 9999));
    assert_false(ENTER(10, 10, -1));
    leave(*state, 10, 0); /* nothing was entered */
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.recent.count, 0);
    assert_int_equal(fixture->report.counts.count, 0);
    assert_null(fixture->report.reason);
}

static void the_level_all_records_unknown_calls(void **state)
{
    assert_true(ENTER(10, 10, 9999, 1, 2));
    leave(*state, 10, -ENOSYS);
    assert_false(ENTER(10, 10, SYS_clock_gettime, 1, 0));
    assert_false(ENTER(10, 10, SYS_exit_group, 3)); /* recorded, but there is no result to wait for */
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.recent.count, 2);
    assert_string_equal(RECENT(0)->text, "syscall(9999, 0x1, 0x2, 0, 0, 0)");
    assert_string_equal(RECENT(0)->error, "ENOSYS");
    assert_string_equal(RECENT(1)->text, "exit_group(3)");
    assert_null(RECENT(1)->result);
}

static void outputs_are_filled_in_on_success(void **state)
{
    char buffer[16] = "hello";
    assert_true(ENTER(10, 10, SYS_read, 9999, POINTER(buffer), sizeof(buffer)));
    memcpy(buffer, "world", 5);
    leave(*state, 10, 5);
    const int pair[] = {3, 4};
    assert_true(ENTER(10, 10, SYS_pipe, POINTER(pair)));
    leave(*state, 10, 0);
    assert_true(ENTER(10, 10, SYS_pipe, POINTER(pair)));
    leave(*state, 10, -EMFILE);
    const int status = 3 << 8;
    assert_true(ENTER(10, 10, SYS_wait4, (uint64_t)-1, POINTER(&status), 0, 0));
    leave(*state, 10, 12);
    assert_true(ENTER(10, 10, SYS_mmap, 0, 1, 0, 0, 0, 0));
    leave(*state, 10, 0x7f0000001000);
    const struct fixture *fixture = report(state, 10);
    assert_string_equal(RECENT(0)->text, "read(9999, \"world\", 16)");
    assert_string_equal(RECENT(0)->result, "5");
    assert_string_equal(RECENT(1)->text, "pipe([3, 4])");
    assert_int_equal(strncmp(RECENT(2)->text, "pipe(0x", 7), 0);
    assert_string_equal(RECENT(3)->text, "wait4(-1, [{WIFEXITED(s) && WEXITSTATUS(s) == 3}], 0, NULL)");
    assert_string_equal(RECENT(4)->result, "0x7f0000001000");
}

static void a_file_that_is_no_terminal_is_no_failure(void **state)
{
    ENTER(10, 10, SYS_ioctl, 9999, 0x5401, 0);
    leave(*state, 10, -ENOTTY);
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.failed.count, 0);
    assert_string_equal(RECENT(0)->text, "ioctl(9999, TCGETS, 0)");
    assert_string_equal(RECENT(0)->error, "ENOTTY");
}

static void a_flood_does_not_push_out_failures(void **state)
{
    ENTER(10, 10, SYS_chdir, POINTER("/lost"));
    leave(*state, 10, -ENOENT);
    for (int i = 0; i < 1000; i++) {
        ENTER(10, 10, SYS_chdir, POINTER("/"));
        leave(*state, 10, 0);
    }
    for (int i = 0; i < 500; i++) {
        ENTER(10, 10, SYS_connect, 9999, 0, 0);
        leave(*state, 10, -ECONNREFUSED);
    }
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.recent.count, TR_LIMIT_SYSCALLS_KEPT);
    assert_int_equal(fixture->report.failed.count, 2);
    assert_string_equal(FAILED(0)->text, "chdir(\"/lost\")");
    assert_string_equal(FAILED(1)->error, "ECONNREFUSED");
    assert_int_equal(FAILED(1)->times.value, 500);
    const struct tr_count *count = tr_list_at(&fixture->report.counts, struct tr_count, 0);
    assert_string_equal(count->name, "chdir");
    assert_int_equal(count->value.value, 1001);
}

static void different_failures_push_out_the_oldest(void **state)
{
    for (int i = 0; i < TR_LIMIT_SYSCALLS_FAILED * 2 + 5; i++) {
        char path[32];
        snprintf(path, sizeof(path), "/%d", i % (TR_LIMIT_SYSCALLS_FAILED + 5));
        ENTER(10, 10, SYS_rmdir, POINTER(path));
        leave(*state, 10, -ENOENT);
    }
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.failed.count, TR_LIMIT_SYSCALLS_FAILED);
    for (size_t i = 1; i < fixture->report.failed.count; i++)
        assert_true(FAILED(i - 1)->at_ms.value <= FAILED(i)->at_ms.value);
    assert_string_equal(FAILED(TR_LIMIT_SYSCALLS_FAILED - 1)->text, "rmdir(\"/31\")");
}

static void repeated_failures_move_in_a_full_ring(void **state)
{
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < TR_LIMIT_SYSCALLS_FAILED; i++) {
            char path[32];
            snprintf(path, sizeof(path), "/%d", i * (round + 1) % TR_LIMIT_SYSCALLS_FAILED);
            ENTER(10, 10, SYS_rmdir, POINTER(path));
            leave(*state, 10, -ENOENT);
        }
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.failed.count, TR_LIMIT_SYSCALLS_FAILED);
    int64_t times = 0;
    for (size_t i = 0; i < fixture->report.failed.count; i++)
        times += FAILED(i)->times.known ? FAILED(i)->times.value : 1;
    assert_int_equal(times, 3 * TR_LIMIT_SYSCALLS_FAILED);
}

static void an_interrupted_call_is_told_once(void **state)
{
    const uint64_t arguments[6] = {9999};
    assert_true(enter_with(*state, 10, 10, SYS_accept, arguments));
    leave(*state, 10, -512);
    const struct fixture *fixture = report(state, 10);
    assert_null(RECENT(0)->result);
    assert_string_equal(RECENT(0)->error, "ERESTARTSYS");
    assert_true(ENTER(10, 10, SYS_chdir, POINTER("/in/the/handler")));
    leave(*state, 10, 0);
    assert_true(enter_with(*state, 10, 10, SYS_accept, arguments));
    leave(*state, 10, 5);
    fixture = report(state, 10);
    assert_int_equal(fixture->report.recent.count, 2);
    assert_int_equal(fixture->report.failed.count, 0);
    assert_string_equal(RECENT(0)->result, "5");
}

static void a_call_that_restarts_as_restart_syscall_gets_its_result(void **state)
{
    const uint64_t arguments[6] = {0x10};
    assert_true(enter_with(*state, 10, 10, SYS_nanosleep, arguments));
    leave(*state, 10, -516);
    assert_true(enter_with(*state, 10, 10, SYS_restart_syscall, arguments));
    leave(*state, 10, 0);
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.recent.count, 1);
    assert_string_equal(RECENT(0)->name, "nanosleep");
    assert_string_equal(RECENT(0)->result, "0");
}

static void a_call_in_progress_has_no_result(void **state)
{
    ENTER(10, 10, SYS_accept, 9999);
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.recent.count, 1);
    assert_null(RECENT(0)->result);
    assert_null(RECENT(0)->error);
}

static void exec_from_a_thread_ends_as_the_leader(void **state)
{
    struct fixture *fixture = *state;
    ENTER(10, 10, SYS_accept, 9999);
    ENTER(10, 12, SYS_execve, POINTER("/bin/true"), 0, 0);
    tr_recorder_exec(fixture->recorder, 10, 12);
    leave(fixture, 10, 0);
    report(state, 10);
    assert_string_equal(RECENT(0)->name, "accept");
    assert_null(RECENT(0)->result);
    assert_string_equal(RECENT(1)->name, "execve");
    assert_string_equal(RECENT(1)->result, "0");
}

static void other_processes_come_after_the_primary_one(void **state)
{
    for (int i = 0; i < TR_LIMIT_SYSCALLS_KEPT; i++) {
        ENTER(20, 20 + i % 2, SYS_chdir, POINTER("/other"));
        leave(*state, 20 + i % 2, -EACCES);
        ENTER(10, 10 + i % 2, SYS_chdir, POINTER("/mine"));
        leave(*state, 10 + i % 2, 0);
    }
    const struct fixture *fixture = report(state, 10);
    assert_int_equal(fixture->report.recent.count, 2 * TR_LIMIT_SYSCALLS_KEPT);
    for (size_t i = 0; i < fixture->report.recent.count; i++) {
        bool is_other = i >= TR_LIMIT_SYSCALLS_KEPT;
        assert_string_equal(RECENT(i)->text, is_other ? "chdir(\"/other\")" : "chdir(\"/mine\")");
        assert_int_equal(RECENT(i)->process.known, is_other);
    }
    assert_int_equal(FAILED(0)->process.value, 20);
}

static void threads_are_bounded_and_the_dropped_are_counted(void **state)
{
    int mine = getpid(); /* alive, so kept although the longest quiet */
    ENTER(mine, mine, SYS_chdir, POINTER("/first"));
    for (int i = 0; i < TR_LIMIT_SYSCALL_THREADS + 10; i++)
        ENTER(mine, 0x30000000 + i, SYS_chdir, POINTER("/x"));
    const struct fixture *fixture = report(state, mine);
    assert_non_null(strstr(fixture->report.reason, "11 threads"));
    ENTER(mine, mine, SYS_chdir, POINTER("/last"));
    fixture = report(state, mine);
    assert_string_equal(RECENT(fixture->report.recent.count - 1)->text, "chdir(\"/last\")");
    assert_non_null(strstr(fixture->report.reason, "11 threads"));
}

static void switched_off_it_says_so(void **state)
{
    struct fixture *fixture = *state;
    tr_recorder_destroy(fixture->recorder);
    fixture->recorder = tr_recorder_create(TR_SYSCALLS_NONE, 0);
    assert_false(ENTER(10, 10, SYS_openat, 0, 0, 0));
    report(state, 10);
    assert_non_null(fixture->report.reason);
    assert_int_equal(fixture->count, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
#define TEST_ALL(name) cmocka_unit_test_setup_teardown(name, set_up_all, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_failed_open_is_told),
        TEST(the_level_decides_what_is_recorded),
        TEST_ALL(the_level_all_records_unknown_calls),
        TEST_ALL(outputs_are_filled_in_on_success),
        TEST_ALL(a_file_that_is_no_terminal_is_no_failure),
        TEST(a_flood_does_not_push_out_failures),
        TEST(different_failures_push_out_the_oldest),
        TEST(repeated_failures_move_in_a_full_ring),
        TEST(an_interrupted_call_is_told_once),
        TEST_ALL(a_call_that_restarts_as_restart_syscall_gets_its_result),
        TEST(a_call_in_progress_has_no_result),
        TEST(exec_from_a_thread_ends_as_the_leader),
        TEST(other_processes_come_after_the_primary_one),
        TEST(threads_are_bounded_and_the_dropped_are_counted),
        TEST(switched_off_it_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
