#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "diagnose/diagnose.h"

#include <string.h>

static struct tr_arena *arena;
static struct tr_report *report;
static struct tr_facts facts;

/* A stack of a library frame and a user frame, main.c:7. */
static int setup(void **state)
{
    (void)state;
    arena = tr_arena_create();
    report = tr_arena_new(arena, struct tr_report);
    struct tr_thread *thread = tr_list_new(arena, &report->threads, struct tr_thread);
    struct tr_frame *library = tr_list_new(arena, &thread->frames, struct tr_frame);
    *library = (struct tr_frame){.function = "raise", .library = TR_TRUE, .user = TR_FALSE, .module = "/lib/libc.so.6"};
    struct tr_frame *user = tr_list_new(arena, &thread->frames, struct tr_frame);
    *user = (struct tr_frame){.function = "f", .file = "main.c", .line = tr_number(7), .user = TR_TRUE};
    facts = (struct tr_facts){.arena = arena, .report = report};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tr_arena_destroy(arena);
    return 0;
}

static struct tr_signal *signal_named(const char *name, int sender)
{
    struct tr_signal *signal = tr_arena_new(arena, struct tr_signal);
    signal->name = name;
    if (sender) {
        signal->sender = tr_arena_new(arena, struct tr_sender);
        signal->sender->pid = tr_number(sender);
    }
    return signal;
}

static struct tr_finding *diagnosis(enum tr_kind kind, const char *words)
{
    struct tr_finding *finding = tr_diagnose(&facts);
    assert_non_null(finding);
    assert_string_equal(tr_words_text(&tr_words_kind, finding->kind), tr_words_text(&tr_words_kind, kind));
    if (!strstr(finding->summary, words))
        fail_msg("\"%s\" is not in \"%s\"", words, finding->summary);
    return finding;
}

static void a_fault_is_told_at_the_users_line(void **state)
{
    (void)state;
    facts.signal = signal_named("SIGSEGV", 0);
    struct tr_finding *finding = diagnosis(TR_KIND_FATAL_SIGNAL, "SIGSEGV at main.c:7");
    assert_string_equal(finding->location->function, "f");
    assert_int_equal(finding->location->line.value, 7);
    assert_int_not_equal(finding->confidence, TR_CONFIDENCE_VERIFIED);
}

static void a_sent_signal_names_its_sender(void **state)
{
    (void)state;
    facts.signal = signal_named("SIGTERM", 44);
    diagnosis(TR_KIND_EXTERNAL_SIGNAL, "another process (pid 44)");
    struct tr_process *process = tr_list_new(arena, &report->processes, struct tr_process);
    process->pid = tr_number(44);
    diagnosis(TR_KIND_EXTERNAL_SIGNAL, "the program itself");
}

static void abort_is_not_external(void **state)
{
    (void)state;
    facts.signal = signal_named("SIGABRT", 44);
    diagnosis(TR_KIND_EXTERNAL_SIGNAL, "another process (pid 44)");
    tr_list_at(&report->threads, struct tr_thread, 0)->id = tr_number(44);
    diagnosis(TR_KIND_ABORT, "gave up by abort() at main.c:7");
}

static void an_exit_tells_its_status(void **state)
{
    (void)state;
    facts.exit_code = tr_number(2);
    diagnosis(TR_KIND_NONZERO_EXIT, "exit status 2: f called raise at main.c:7");
    facts.returned_from_main = true;
    diagnosis(TR_KIND_NONZERO_EXIT, "main returned it");
    report->threads.count = 0;
    struct tr_finding *finding = diagnosis(TR_KIND_NONZERO_EXIT, "exit status 2");
    assert_null(finding->location);
}

static void a_timeout_is_not_called_a_loop(void **state)
{
    (void)state;
    facts.timed_out = true;
    facts.timeout_ms = 1000;
    assert_int_equal(diagnosis(TR_KIND_SLOW, "still running after 1000 ms, at main.c:7")->confidence,
                     TR_CONFIDENCE_POSSIBLE);
    struct tr_thread *thread = tr_list_at(&report->threads, struct tr_thread, 0);
    thread->state = TR_THREAD_SYSCALL;
    struct tr_wait *wait = tr_list_new(arena, &report->waits, struct tr_wait);
    *wait = (struct tr_wait){.thread = thread->id, .kind = "read", .call = "read", .descriptor = tr_number(0)};
    thread->waiting_for = "read(0, …)";
    diagnosis(TR_KIND_BLOCKED_ON_INPUT, "waiting for standard input");
    thread->waiting_for = "read(3, …)";
    wait->descriptor = tr_number(3);
    wait->target = "pipe:[7]";
    diagnosis(TR_KIND_BLOCKED, "waiting to read from a pipe (descriptor 3), after 1000 ms");
    wait->own_end = tr_number(4);
    diagnosis(TR_KIND_BLOCKED, "open in this process, too (descriptor 4)");
    wait->kind = "";
    diagnosis(TR_KIND_BLOCKED, "waiting in read(3, …), after 1000 ms");
    wait->kind = "stopped";
    wait->call = "SIGTTIN";
    thread->state = TR_THREAD_STOPPED;
    diagnosis(TR_KIND_BLOCKED, "stopped by SIGTTIN, since it reads from its terminal");
    struct tr_thread *busy = tr_list_new(arena, &report->threads, struct tr_thread);
    busy->state = TR_THREAD_RUNNING;
    diagnosis(TR_KIND_SLOW, "still running");
}

static void a_clean_run_has_no_diagnosis(void **state)
{
    (void)state;
    assert_null(tr_diagnose(&facts));
    facts.exit_code = tr_number(0);
    assert_null(tr_diagnose(&facts));
}

static void a_stripped_program_is_placed_by_module(void **state)
{
    (void)state;
    struct tr_frame *user = tr_list_at(&tr_list_at(&report->threads, struct tr_thread, 0)->frames, struct tr_frame, 1);
    *user = (struct tr_frame){.library = TR_FALSE,
                              .user = TR_FALSE,
                              .module = "/tmp/prog",
                              .module_offset = tr_word(0x1139),
                              .reason = "no debug information"};
    facts.signal = signal_named("SIGSEGV", 0);
    struct tr_finding *finding = diagnosis(TR_KIND_FATAL_SIGNAL, "/tmp/prog+0x1139");
    assert_string_equal(finding->location->reason, "no debug information");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_fault_is_told_at_the_users_line),
        TEST(a_sent_signal_names_its_sender),
        TEST(abort_is_not_external),
        TEST(an_exit_tells_its_status),
        TEST(a_timeout_is_not_called_a_loop),
        TEST(a_clean_run_has_no_diagnosis),
        TEST(a_stripped_program_is_placed_by_module),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
