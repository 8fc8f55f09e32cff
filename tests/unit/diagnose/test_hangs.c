#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "diagnose/diagnose.h"

#include <stdlib.h>
#include <string.h>

static struct tr_arena *arena;
static struct tr_report *report;
static struct tr_facts facts;

/* A thread 10 in f, main.c:7, at the time limit. */
static int setup(void **state)
{
    (void)state;
    arena = tr_arena_create();
    report = tr_arena_new(arena, struct tr_report);
    struct tr_thread *thread = tr_list_new(arena, &report->threads, struct tr_thread);
    thread->id = tr_number(10);
    struct tr_frame *user = tr_list_new(arena, &thread->frames, struct tr_frame);
    *user = (struct tr_frame){.function = "f", .file = "main.c", .line = tr_number(7), .user = TR_TRUE};
    facts = (struct tr_facts){.arena = arena, .report = report, .timed_out = true, .timeout_ms = 1000};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tr_arena_destroy(arena);
    return 0;
}

static void expect(enum tr_kind kind, enum tr_confidence confidence, const char *words)
{
    struct tr_finding *finding = tr_diagnose(&facts);
    assert_non_null(finding);
    assert_string_equal(tr_words_text(&tr_words_kind, finding->kind), tr_words_text(&tr_words_kind, kind));
    assert_int_equal(finding->confidence, confidence);
    if (!strstr(finding->summary, words))
        fail_msg("\"%s\" is not in \"%s\"", words, finding->summary);
}

/* ---- loops ---- */

static void add_part(struct tr_list *list, const char *text, const char *node, int64_t word, const char *value,
                     bool is_part)
{
    struct tr_evaluated *part = tr_list_new(arena, list, struct tr_evaluated);
    *part = (struct tr_evaluated){.text = text,
                                  .node = node,
                                  .type = strcmp(text, "u") == 0 ? "unsigned int" : "int",
                                  .kind = TR_VALUE_INTEGER,
                                  .value = value,
                                  .word = tr_word((uint64_t)word),
                                  .state = TR_STATE_OK};
    if (is_part)
        part->parent = tr_number(0);
    if (strcmp(node, "identifier") == 0)
        part->address = tr_word(0x1000);
}

/* "x OP bound", true at both moments, five turns apart. */
static struct tr_loop *loop(const char *text, const char *name, const char *before, const char *after,
                            const char *bound)
{
    struct tr_loop *made = report->loop = tr_arena_new(arena, struct tr_loop);
    made->location = tr_arena_new(arena, struct tr_location);
    *made->location = (struct tr_location){.function = "f", .file = "main.c", .line = tr_number(5)};
    made->node = "while_statement";
    made->condition = text;
    made->last_line = tr_number(9);
    made->turns = tr_number(5);
    made->has_exit = TR_FALSE;
    made->is_alone = TR_TRUE;
    struct tr_region *stack = tr_list_new(arena, &made->compared, struct tr_region);
    stack->start = tr_word(0x800);
    stack->end = tr_word(0x1800);
    long from = strtol(before, NULL, 10), to = strtol(after, NULL, 10);
    const char *values[] = {before, tr_arena_printf(arena, "%ld", from + (to - from) / 5), after};
    struct tr_list *lists[] = {&made->before, &made->second, &made->after};
    for (size_t i = 0; i < 3; i++) {
        add_part(lists[i], text, "binary_expression", 1, "1", false);
        add_part(lists[i], name, "identifier", strtol(values[i], NULL, 10), values[i], true);
        add_part(lists[i], bound, "number_literal", strtol(bound, NULL, 10), bound, true);
    }
    return made;
}

static void what_stays_is_endless(void **state)
{
    (void)state;
    loop("n != 1", "n", "0", "0", "1");
    expect(TR_KIND_INFINITE_LOOP, TR_CONFIDENCE_LIKELY, "n = 0 does not change");
}

static void a_way_out_makes_it_possible_only(void **state)
{
    (void)state;
    loop("n != 1", "n", "0", "0", "1")->has_exit = TR_TRUE;
    expect(TR_KIND_INFINITE_LOOP, TR_CONFIDENCE_POSSIBLE, "n = 0");
}

static void other_memory_says_nothing(void **state)
{
    (void)state;
    struct tr_loop *made = loop("n != 1", "n", "0", "0", "1");
    tr_list_at(&made->after, struct tr_evaluated, 1)->address = tr_word(0x9000);
    expect(TR_KIND_SLOW, TR_CONFIDENCE_POSSIBLE, "still running");
}

static void a_repeated_state_is_proof(void **state)
{
    (void)state;
    loop("n != 1", "n", "0", "0", "1")->repeats = TR_TRUE;
    expect(TR_KIND_INFINITE_LOOP, TR_CONFIDENCE_VERIFIED, "n = 0");
}

static void another_thread_may_end_it(void **state)
{
    (void)state;
    struct tr_loop *made = loop("n != 1", "n", "0", "0", "1");
    made->repeats = TR_TRUE;
    made->is_alone = TR_FALSE;
    tr_list_at(&made->after, struct tr_evaluated, 1)->address = tr_word(0x9000);
    expect(TR_KIND_SLOW, TR_CONFIDENCE_LIKELY, "another thread, process or signal handler");
}

static void progress_is_slow(void **state)
{
    (void)state;
    loop("i < 1000", "i", "10", "20", "1000");
    expect(TR_KIND_SLOW, TR_CONFIDENCE_LIKELY, "490 more turns");
}

static void away_from_the_bound_is_endless(void **state)
{
    (void)state;
    loop("i < 1000", "i", "20", "10", "1000");
    expect(TR_KIND_INFINITE_LOOP, TR_CONFIDENCE_LIKELY, "moves away");
}

static void steps_over_its_end(void **state)
{
    (void)state;
    loop("i != 1000", "i", "1", "16", "1000");
    expect(TR_KIND_SLOW, TR_CONFIDENCE_LIKELY, "328 more turns");
    loop("i != 1000", "i", "2", "17", "1000");
    expect(TR_KIND_INFINITE_LOOP, TR_CONFIDENCE_LIKELY, "pass over");
}

/* A search, a computed sequence: two moments do not show where it goes. */
static void uneven_steps_say_nothing(void **state)
{
    (void)state;
    struct tr_loop *made = loop("i != 1000", "i", "1200", "1300", "1000");
    tr_list_at(&made->second, struct tr_evaluated, 1)->word = tr_word(1100);
    expect(TR_KIND_SLOW, TR_CONFIDENCE_POSSIBLE, "still running");
    made = loop("i != 1000", "i", "1200", "1300", "1000");
    made->second.count = 0;
    expect(TR_KIND_SLOW, TR_CONFIDENCE_POSSIBLE, "still running");
}

static void what_may_be_set_yet_is_not_endless(void **state)
{
    (void)state;
    struct tr_loop *made = loop("n != 1", "n", "0", "0", "1");
    made->may_set = TR_TRUE;
    made->end_line = tr_number(7);
    expect(TR_KIND_SLOW, TR_CONFIDENCE_LIKELY, "has stayed true so far (n = 0); what may end the loop is at line 7");
}

static void a_way_out_that_may_be_taken_is_not_endless(void **state)
{
    (void)state;
    struct tr_loop *made = loop("i != 1000", "i", "1200", "1300", "1000");
    expect(TR_KIND_INFINITE_LOOP, TR_CONFIDENCE_LIKELY, "moves away");
    made->may_leave = made->has_exit = TR_TRUE;
    expect(TR_KIND_SLOW, TR_CONFIDENCE_POSSIBLE, "still running");
}

static void the_loop_around_counts(void **state)
{
    (void)state;
    struct tr_loop *made = loop("j < 1000", "j", "10", "20", "1000"), *around;
    made->free_us = tr_number(10000);
    made->outer = "i < 5000";
    made->outer_line = tr_number(4);
    around = loop("i < 5000", "i", "0", "100", "5000");
    made->outer_earlier = around->before;
    made->outer_after = around->after;
    report->loop = made;
    expect(TR_KIND_SLOW, TR_CONFIDENCE_LIKELY, "i < 5000\" at line 4 becomes false in less than a second");
}

static void unsigned_is_never_negative(void **state)
{
    (void)state;
    loop("u >= 0", "u", "20", "15", "0");
    expect(TR_KIND_INFINITE_LOOP, TR_CONFIDENCE_LIKELY, "never below 0");
    loop("i >= 0", "i", "20", "15", "0");
    expect(TR_KIND_SLOW, TR_CONFIDENCE_LIKELY, "more turns");
}

static void one_byte(struct tr_loop *loop, const char *type)
{
    struct tr_evaluated *left = tr_list_at(&loop->after, struct tr_evaluated, 1);
    left->type = type;
    left->size = tr_number(1);
}

static void a_type_may_be_too_small_for_the_bound(void **state)
{
    (void)state;
    one_byte(loop("b < 256", "b", "10", "15", "256"), "unsigned char");
    expect(TR_KIND_INFINITE_LOOP, TR_CONFIDENCE_LIKELY, "no value of its type makes it false");
    one_byte(loop("b <= 127", "b", "10", "15", "127"), "char");
    expect(TR_KIND_INFINITE_LOOP, TR_CONFIDENCE_LIKELY, "no value of its type makes it false");
    one_byte(loop("b < 255", "b", "10", "15", "255"), "unsigned char");
    expect(TR_KIND_SLOW, TR_CONFIDENCE_LIKELY, "more turns");
}

/* ---- locks ---- */

static struct tr_lock *lock(int64_t thread, const char *kind, const char *name, int64_t owner)
{
    struct tr_lock *made = tr_list_new(arena, &report->locks, struct tr_lock);
    *made = (struct tr_lock){.thread = tr_number(thread), .kind = kind, .name = name, .address = tr_word(0x4000)};
    if (owner)
        made->owner = tr_number(owner);
    return made;
}

static void own_lock(void **state)
{
    (void)state;
    lock(10, "mutex", "a", 10);
    expect(TR_KIND_DEADLOCK, TR_CONFIDENCE_VERIFIED, "a is locked by this thread already");
}

static void circle_of_two(void **state)
{
    (void)state;
    lock(10, "mutex", "b", 11);
    lock(11, "mutex", "a", 10);
    expect(TR_KIND_DEADLOCK, TR_CONFIDENCE_VERIFIED,
           "thread 10 waits for b, which thread 11 holds; thread 11 waits for a");
}

static void owner_that_runs_is_no_deadlock(void **state)
{
    (void)state;
    lock(10, "mutex", "b", 11);
    expect(TR_KIND_SLOW, TR_CONFIDENCE_POSSIBLE, "still running");
}

static void owner_that_has_ended(void **state)
{
    (void)state;
    lock(10, "mutex", "b", 11)->owner_ended = TR_TRUE;
    expect(TR_KIND_DEADLOCK, TR_CONFIDENCE_VERIFIED, "never unlocked before it ended");
}

static void proved_by_the_supervisor(void **state)
{
    (void)state;
    facts.timed_out = false;
    facts.deadlocked = true;
    lock(10, "condition", "changed", 0);
    expect(TR_KIND_DEADLOCK, TR_CONFIDENCE_VERIFIED, "waits for the condition changed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_stays_is_endless, setup, teardown),
        cmocka_unit_test_setup_teardown(a_way_out_makes_it_possible_only, setup, teardown),
        cmocka_unit_test_setup_teardown(other_memory_says_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(a_repeated_state_is_proof, setup, teardown),
        cmocka_unit_test_setup_teardown(another_thread_may_end_it, setup, teardown),
        cmocka_unit_test_setup_teardown(progress_is_slow, setup, teardown),
        cmocka_unit_test_setup_teardown(away_from_the_bound_is_endless, setup, teardown),
        cmocka_unit_test_setup_teardown(steps_over_its_end, setup, teardown),
        cmocka_unit_test_setup_teardown(uneven_steps_say_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(what_may_be_set_yet_is_not_endless, setup, teardown),
        cmocka_unit_test_setup_teardown(a_way_out_that_may_be_taken_is_not_endless, setup, teardown),
        cmocka_unit_test_setup_teardown(the_loop_around_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(unsigned_is_never_negative, setup, teardown),
        cmocka_unit_test_setup_teardown(a_type_may_be_too_small_for_the_bound, setup, teardown),
        cmocka_unit_test_setup_teardown(own_lock, setup, teardown),
        cmocka_unit_test_setup_teardown(circle_of_two, setup, teardown),
        cmocka_unit_test_setup_teardown(owner_that_runs_is_no_deadlock, setup, teardown),
        cmocka_unit_test_setup_teardown(owner_that_has_ended, setup, teardown),
        cmocka_unit_test_setup_teardown(proved_by_the_supervisor, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
