/* Whole runs of small shell scripts: which stops are told, how the run ends, and what the report says of it. */
#include "supervise/run.h"

#include "base/clock.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { STOPS_MAX = 16 };

struct seen {
    struct tr_stop stops[STOPS_MAX]; /* pointers inside are not valid any more */
    struct tr_registers registers[STOPS_MAX];
    size_t with_registers[STOPS_MAX];
    size_t count;
    int64_t hold_ms;
    unsigned images_gone, children_ended;
    struct tr_run_end end;
    struct tr_arena *arena;
    struct tr_report report;
};

static bool wants(void *arg, struct tr_run *run, enum tr_stop_reason reason, int pid, int signal_number)
{
    (void)arg, (void)run, (void)reason, (void)pid, (void)signal_number;
    return true;
}

static void release(void *arg, struct tr_run *run) { tr_run_release(run, (int)(intptr_t)arg); }

static enum tr_stop_answer stopped(void *arg, struct tr_run *run, const struct tr_stop *stop)
{
    struct seen *seen = arg;
    if (seen->count < STOPS_MAX) {
        seen->stops[seen->count] = *stop;
        seen->registers[seen->count] = stop->threads[0].registers;
        for (size_t i = 0; i < stop->thread_count; i++)
            seen->with_registers[seen->count] += stop->threads[i].has_registers;
        seen->count++;
    }
    assert_int_equal(stop->threads[0].tid, stop->tid);
    assert_non_null(strstr(stop->maps, "[stack]"));
    assert_true(tr_run_memory_fd(run, stop->pid) >= 0);
    if (!seen->hold_ms)
        return TR_ANSWER_CONTINUE;
    tr_run_timer(run, tr_now_us() + seen->hold_ms * 1000, release, (void *)(intptr_t)stop->pid);
    return TR_ANSWER_HOLD;
}

static void image_gone(void *arg, struct tr_run *run, int pid)
{
    (void)run, (void)pid;
    ((struct seen *)arg)->images_gone++;
}

static void child_ended(void *arg, struct tr_run *run, int pid, int status)
{
    (void)run, (void)pid, (void)status;
    ((struct seen *)arg)->children_ended++;
}

static void run_with(struct seen *seen, const struct tr_run_options *options)
{
    const struct tr_run_callbacks callbacks = {
        .stopped = stopped, .wants = wants, .image_gone = image_gone, .child_ended = child_ended, .arg = seen};
    struct tr_run *run;
    struct tr_error *error = tr_run_start(options, &callbacks, &run);
    if (error)
        fail_msg("%s", error->message);
    assert_null(tr_run_loop(run));
    tr_run_end(run, &seen->end);
    seen->arena = tr_arena_create();
    tr_run_report(run, seen->arena, &seen->report);
    tr_run_destroy(run);
    assert_true(seen->end.root_ended);
}

static void run_script(struct seen *seen, const char *script, struct tr_run_options options)
{
    char *argv[] = {(char *)"sh", (char *)"-c", (char *)script, NULL};
    options.argv = argv;
    if (!options.grace_ms)
        options.grace_ms = 1000;
    run_with(seen, &options);
}

static void done(struct seen *seen) { tr_arena_destroy(seen->arena); }

static const struct tr_stop *find(const struct seen *seen, enum tr_stop_reason reason)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->stops[i].reason == reason)
            return &seen->stops[i];
    return NULL;
}

static const struct tr_run_options plain = {.syscalls = TR_SYSCALLS_DEFAULT};

static void test_clean_run(void **state)
{
    (void)state;
    struct seen seen = {0};
    run_script(&seen, "exit 0", plain);
    assert_int_equal(seen.count, 0);
    assert_int_equal(seen.end.root_status, 0);
    assert_int_equal(seen.images_gone, 1);
    assert_int_equal(seen.report.processes.count, 1);
    const struct tr_process *process = tr_list_at(&seen.report.processes, struct tr_process, 0);
    assert_int_equal(process->pid.value, seen.end.root_pid);
    assert_int_equal(process->parent.value, getpid());
    assert_int_equal(process->arguments.count, 2);
    assert_int_equal(process->outcome->exit_code.value, 0);
    assert_true(!seen.report.io || !seen.report.io->stdout);
    done(&seen);
}

static void test_exit_status(void **state)
{
    (void)state;
    struct seen seen = {0};
    run_script(&seen, "exit 7", plain);
    const struct tr_stop *stop = find(&seen, TR_STOP_EXIT);
    assert_non_null(stop);
    assert_int_equal(stop->exit_code, 7);
    assert_true(WIFEXITED(seen.end.root_status) && WEXITSTATUS(seen.end.root_status) == 7);
    assert_int_equal(seen.report.outcome->exit_code.value, 7);
    done(&seen);
}

static void test_return_from_main(void **state)
{
    (void)state;
    struct seen seen = {0};
    char *argv[] = {(char *)"false", NULL};
    const struct tr_run_options options = {.argv = argv};
    run_with(&seen, &options);
    assert_int_equal(seen.count, 2);
    assert_int_equal(seen.stops[0].reason, TR_STOP_MAIN_RETURN);
    assert_int_equal(seen.stops[0].exit_code, 1);
    assert_int_equal(seen.registers[0].general.rax & 0xff, 1);
    assert_int_equal(seen.stops[1].reason, TR_STOP_EXIT);
    done(&seen);
}

static void test_fatal_signals(void **state)
{
    (void)state;
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGXCPU, SIGXFSZ, SIGPIPE,
                                  SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, 34, 64};
    for (size_t i = 0; i < TR_COUNT(signals); i++) {
        struct seen seen = {0};
        char script[64];
        snprintf(script, sizeof(script), "ulimit -c 0; kill -%d $$; sleep 5", signals[i]);
        run_script(&seen, script, plain);
        assert_int_equal(seen.count, 1);
        assert_int_equal(seen.stops[0].reason, TR_STOP_SIGNAL);
        assert_int_equal(seen.stops[0].signal.si_signo, signals[i]);
        assert_true(WIFSIGNALED(seen.end.root_status));
        assert_int_equal(WTERMSIG(seen.end.root_status), signals[i]);
        assert_true(seen.end.has_root_signal);
        assert_int_equal(seen.end.interrupted_by, 0);
        assert_int_equal(seen.report.outcome->signal->number.value, signals[i]);
        done(&seen);
    }
}

static void test_kill_has_no_stop(void **state)
{
    (void)state;
    struct seen seen = {0};
    run_script(&seen, "kill -KILL $$", plain);
    assert_int_equal(seen.count, 0);
    assert_int_equal(WTERMSIG(seen.end.root_status), SIGKILL);
    assert_false(seen.end.has_root_signal);
    assert_null(seen.report.outcome->signal->code);
    done(&seen);
}

static void test_handled_and_ignored_signals(void **state)
{
    (void)state;
    struct seen seen = {0};
    run_script(&seen, "trap : USR1; trap '' TERM; kill -USR1 $$; kill -TERM $$; exit 0", plain);
    assert_int_equal(seen.count, 0);
    assert_int_equal(seen.end.root_status, 0);
    done(&seen);
}

static void test_child_crash(void **state)
{
    (void)state;
    struct seen seen = {.hold_ms = 30};
    run_script(&seen, "ulimit -c 0; sh -c 'kill -SEGV $$'; :; exit 0", plain);
    assert_int_equal(seen.count, 1);
    assert_int_not_equal(seen.stops[0].pid, seen.end.root_pid);
    assert_int_equal(seen.end.root_status, 0);
    assert_int_equal(seen.report.processes.count, 2);
    const struct tr_process *child = tr_list_at(&seen.report.processes, struct tr_process, 1);
    assert_int_equal(child->parent.value, seen.end.root_pid);
    assert_int_equal(child->outcome->signal->number.value, SIGSEGV);
    done(&seen);
}

static void test_timeout(void **state)
{
    (void)state;
    struct seen seen = {.hold_ms = 20};
    struct tr_run_options options = plain;
    options.limits[TR_BOUND_WALL].value = 150;
    run_script(&seen, "sh -c 'while :; do :; done'; exit 0", options);
    assert_true(seen.end.bounds[TR_BOUND_WALL].ended_run);
    assert_int_equal(seen.count, 1);
    assert_int_equal(seen.stops[0].reason, TR_STOP_TIMEOUT);
    assert_int_not_equal(seen.stops[0].pid, seen.end.root_pid); /* the one that computes */
    assert_int_equal(WTERMSIG(seen.end.root_status), SIGKILL);
    done(&seen);
}

static void test_survivors(void **state)
{
    (void)state;
    struct seen seen = {0};
    struct tr_run_options options = plain;
    options.grace_ms = 50;
    run_script(&seen, "sleep 60 & sleep 61 & exit 0", options);
    assert_int_equal(seen.end.survivors, 2);
    assert_int_equal(seen.end.root_status, 0);
    assert_int_equal(seen.report.processes.count, 3);
    assert_int_equal(tr_list_at(&seen.report.processes, struct tr_process, 1)->ended_by_tracerun, TR_TRUE);
    done(&seen);
}

static void test_children_are_waited_for(void **state)
{
    (void)state;
    struct seen seen = {0};
    struct tr_run_options options = plain;
    options.capture = true;
    run_script(&seen, "(sleep 0.1; echo late) & exit 0", options);
    assert_int_equal(seen.end.survivors, 0);
    assert_string_equal(seen.report.io->stdout->text, "late\n");
    done(&seen);
}

static void test_kept_children(void **state)
{
    (void)state;
    struct seen seen = {0};
    struct tr_run_options options = plain;
    options.keep_children = options.capture = true;
    run_script(&seen, "sleep 60 & echo $!; exit 0", options);
    assert_non_null(seen.end.recorder_off);
    assert_int_equal(seen.end.survivors, 0);
    int child = (int)strtol(seen.report.io->stdout->text, NULL, 10);
    assert_int_equal(kill(child, 0), 0);
    assert_int_equal(kill(child, SIGKILL), 0);
    done(&seen);
}

static void test_kill_of_the_group(void **state)
{
    (void)state;
    static const char *const targets[] = {"0", "-$(ps -o pgid= $$ | tr -d ' ')"};
    for (size_t i = 0; i < TR_COUNT(targets); i++) {
        struct seen seen = {0};
        char script[128];
        snprintf(script, sizeof(script), "sleep 60 & kill -KILL %s; sleep 5", targets[i]);
        run_script(&seen, script, plain);
        assert_int_equal(WTERMSIG(seen.end.root_status), SIGKILL); /* and this test is still here */
        assert_int_equal(seen.end.survivors, 0);
        done(&seen);
    }
    struct seen seen = {0};
    run_script(&seen, "trap 'exit 3' TERM; kill -TERM 0; sleep 5", plain);
    assert_int_equal(WEXITSTATUS(seen.end.root_status), 3);
    assert_int_equal(seen.end.interrupted_by, 0);
    done(&seen);
}

static void test_capture(void **state)
{
    (void)state;
    struct seen seen = {0};
    struct tr_run_options options = plain;
    options.capture = true;
    run_script(&seen, "echo out; echo err >&2; test ! -t 1; exit $?", options);
    assert_int_equal(seen.end.root_status, 0);
    assert_string_equal(seen.report.io->stdout->text, "out\n");
    assert_string_equal(seen.report.io->stderr->text, "err\n");
    done(&seen);
}

static void test_terminal(void **state)
{
    (void)state;
    struct seen seen = {0};
    struct tr_run_options options = plain;
    options.capture = options.pty = true;
    run_script(&seen, "test -t 1 && test -t 2 && seq 1 5000", options);
    assert_int_equal(seen.end.root_status, 0);
    assert_int_equal(seen.report.io->stdout->bytes.value, 23893);
    assert_null(strchr(seen.report.io->stdout->text, '\r'));
    done(&seen);
}

static void test_files_and_input(void **state)
{
    (void)state;
    char input[] = "/tmp/tracerun-in-XXXXXX", output[] = "/tmp/tracerun-out-XXXXXX";
    int in = mkstemp(input), out = mkstemp(output);
    assert_int_equal(write(in, "one\ntwo\nthree\n", 14), 14);
    struct seen seen = {0};
    struct tr_run_options options = plain;
    options.stdin_path = input;
    options.stdout_path = options.stderr_path = output;
    run_script(&seen, "read line; echo $line; echo err >&2; echo end", options);
    char text[64] = "";
    assert_int_equal(read(out, text, sizeof(text) - 1), 12);
    assert_string_equal(text, "one\nerr\nend\n");
    assert_int_equal(seen.report.io->stdin->bytes_read.value, 4); /* dash reads its input bytewise */
    assert_int_equal(seen.report.io->stdin->at_eof, TR_FALSE);
    assert_string_equal(seen.report.io->stdin->tail, "one\n");
    done(&seen);
    close(in);
    close(out);
    unlink(input);
    unlink(output);
}

static void test_unwritable_output(void **state)
{
    (void)state;
    char *argv[] = {(char *)"true", NULL};
    const struct tr_run_options options = {.argv = argv, .stdout_path = "/nonexistent/file"};
    const struct tr_run_callbacks callbacks = {.stopped = stopped, .wants = wants};
    struct tr_run *run;
    struct tr_error *error = tr_run_start(&options, &callbacks, &run);
    assert_non_null(error);
    assert_int_equal(error->errno_value, ENOENT);
    tr_error_destroy(error);
}

static void test_exec_is_followed(void **state)
{
    (void)state;
    struct seen seen = {0};
    run_script(&seen, "exec sh -c 'exec false'", plain);
    assert_int_equal(seen.images_gone, 3); /* two execs, one end */
    assert_non_null(find(&seen, TR_STOP_MAIN_RETURN));
    const char *path = tr_list_at(&seen.report.processes, struct tr_process, 0)->path;
    assert_string_equal(strrchr(path, '/'), "/false");
    done(&seen);
}

static void test_foreign_children_are_told(void **state)
{
    (void)state;
    int other = fork();
    if (other == 0)
        _exit(3);
    struct seen seen = {0};
    run_script(&seen, "sleep 0.1", plain);
    assert_int_equal(seen.children_ended, 1);
    assert_int_equal(waitpid(other, NULL, 0), -1);
    done(&seen);
}

static void fire(void *arg, struct tr_run *run)
{
    int **next = arg;
    (void)run;
    *(*next)++ = 1;
}

static void test_timers_and_watches(void **state)
{
    (void)state;
    char *argv[] = {(char *)"sleep", (char *)"0.1", NULL};
    const struct tr_run_options options = {.argv = argv};
    struct seen seen = {0};
    const struct tr_run_callbacks callbacks = {.stopped = stopped, .wants = wants, .arg = &seen};
    struct tr_run *run;
    assert_null(tr_run_start(&options, &callbacks, &run));
    int fired[4] = {0}, *next = fired;
    unsigned first = tr_run_timer(run, 0, fire, &next);
    unsigned second = tr_run_timer(run, tr_now_us() + 10000, fire, &next);
    assert_true(first && second && first != second);
    tr_run_cancel(run, second);
    tr_run_timer(run, tr_now_us() + 60000000, fire, &next);
    assert_null(tr_run_loop(run));
    assert_int_equal(next - fired, 1);
    tr_run_destroy(run);
}

static void test_signals_are_restored(void **state)
{
    (void)state;
    sigset_t mask;
    struct sigaction action;
    struct seen seen = {0};
    run_script(&seen, "exit 0", plain);
    sigprocmask(SIG_SETMASK, NULL, &mask);
    assert_int_equal(sigismember(&mask, SIGTERM), 0);
    sigaction(SIGTERM, NULL, &action);
    assert_true(action.sa_handler == SIG_DFL);
    done(&seen);
}

static void test_recorded_calls(void **state)
{
    (void)state;
    char *argv[] = {(char *)"cat", (char *)"/nonexistent-file", NULL};
    const struct tr_run_options options = {.argv = argv, .syscalls = TR_SYSCALLS_DEFAULT, .capture = true};
    struct seen seen = {0};
    const struct tr_run_callbacks callbacks = {.stopped = stopped, .wants = wants, .arg = &seen};
    struct tr_run *run;
    assert_null(tr_run_start(&options, &callbacks, &run));
    assert_null(tr_run_loop(run));
    struct tr_arena *arena = tr_arena_create();
    struct tr_syscalls calls = {0};
    struct tr_recorded *recorded;
    size_t count;
    struct tr_run_end end;
    tr_run_end(run, &end);
    tr_recorder_report(tr_run_recorder(run), arena, end.root_pid, &calls, &recorded, &count);
    bool found = false;
    TR_EACH(struct tr_syscall, call, &calls.failed)
        found = found || (strstr(call->text, "/nonexistent-file") && strcmp(call->error, "ENOENT") == 0);
    assert_true(found);
    tr_arena_destroy(arena);
    tr_run_destroy(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clean_run),
        cmocka_unit_test(test_exit_status),
        cmocka_unit_test(test_return_from_main),
        cmocka_unit_test(test_fatal_signals),
        cmocka_unit_test(test_kill_has_no_stop),
        cmocka_unit_test(test_handled_and_ignored_signals),
        cmocka_unit_test(test_child_crash),
        cmocka_unit_test(test_timeout),
        cmocka_unit_test(test_survivors),
        cmocka_unit_test(test_children_are_waited_for),
        cmocka_unit_test(test_kept_children),
        cmocka_unit_test(test_kill_of_the_group),
        cmocka_unit_test(test_capture),
        cmocka_unit_test(test_terminal),
        cmocka_unit_test(test_files_and_input),
        cmocka_unit_test(test_unwritable_output),
        cmocka_unit_test(test_exec_is_followed),
        cmocka_unit_test(test_foreign_children_are_told),
        cmocka_unit_test(test_timers_and_watches),
        cmocka_unit_test(test_signals_are_restored),
        cmocka_unit_test(test_recorded_calls),
    };
    /* Some scripts signal their whole group, which must not be that of whoever runs the tests. */
    setpgid(0, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
