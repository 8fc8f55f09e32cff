/*
 * The condition of the loop that a program was in when its time was up (report->loop), at two moments: what in it
 * changes, and whether that leads to an end. Used by: kinds infinite_loop, slow.
 */
#ifndef TR_DIAGNOSE_LOOP_CONDITION_H
#define TR_DIAGNOSE_LOOP_CONDITION_H

#include "diagnose/facts.h"

#include "base/str.h"

enum { TR_LEAVES = 8 };

/** A part of the condition that is stored somewhere, at both moments. */
struct tr_leaf {
    const struct tr_evaluated *before, *after;
    const struct tr_evaluated *earlier; /* before a free run; NULL when not known */
    const struct tr_evaluated *second;  /* one turn behind `before`; NULL when not known */
};

struct tr_leaves {
    struct tr_leaf items[TR_LEAVES];
    size_t count;
    bool unknown; /* something in the condition has no value, or acts (calls, assigns) */
};

/** The parts of the condition that are stored somewhere. */
void tr_leaves_find(const struct tr_loop *loop, struct tr_leaves *ret);

/** Whether nothing in the condition changes: at all moments the same, and nobody else could change it. */
bool tr_leaves_stay(const struct tr_facts *facts, const struct tr_loop *loop, const struct tr_leaves *leaves);

/** Whether one of them has another value at one of the moments. */
bool tr_leaves_change(const struct tr_leaves *leaves);

/** Append "i = 0, limit = 10". */
void tr_leaves_add(const struct tr_facts *facts, const struct tr_leaves *leaves, struct tr_str *text);

/** A comparison of two numbers as a condition that keeps the loop going; of one that ends it (loop->by_exit), its opposite. */
struct tr_comparison {
    const struct tr_evaluated *left, *right;
    char operator[3];
    /* left less right: at the first moment and the last; one turn behind the first, and before a free run, where those are known */
    long double distance_before, distance, distance_second, distance_earlier;
    bool has_second, has_earlier;
    bool right_stays; /* the right side is the same at all moments */
    bool keeps_distance; /* both sides move by the same, always */
};

/** @return false when the condition is something else, or a value is missing. */
bool tr_comparison_of(const struct tr_loop *loop, struct tr_comparison *ret);

/** Why a comparison does not become false, and what to look at then. */
struct tr_endless {
    const char *why, *hint;
};

/** What to do where a loop, or the place that runs, has no line; @p file is that of the place. Static text. */
const char *tr_loop_hint_lines(const char *file);

/** Why the comparison never becomes false, going on as it did; NULL when it may. Static text. */
const struct tr_endless *tr_comparison_endless(const struct tr_comparison *comparison, int64_t turns);

/** Turns until it becomes false, going on as it did; 0 when that cannot be told. */
long double tr_comparison_turns_left(const struct tr_comparison *comparison, int64_t turns);

/** Turns a second, from the free run that took @p free_us; 0 when that cannot be told. */
long double tr_comparison_pace(const struct tr_comparison *comparison, int64_t turns, int64_t free_us);

/**
 * Of the loop around: seconds of processor time until its condition becomes false, if it goes on as it did in the free run; 0
 * when that cannot be told.
 */
long double tr_loop_outer_left(const struct tr_loop *loop);

/**
 * Whether expressions at two moments differ, or may do so unseen: a stored part has another value or none, something is
 * called. Lists of struct tr_evaluated *.
 */
bool tr_expressions_move(const struct tr_list *before, const struct tr_list *after);

/** The condition as a whole, at the last moment; NULL when it has none. */
const struct tr_evaluated *tr_loop_condition(const struct tr_loop *loop);

/** Append "\"i < n\" at main.c:7". */
void tr_loop_add_condition(const struct tr_facts *facts, const struct tr_loop *loop, struct tr_str *text);

/** Say in @p finding what was watched, what changed, and what the loop calls. */
void tr_loop_add_evidence(const struct tr_facts *facts, const struct tr_loop *loop, struct tr_finding *finding);

#endif
