/*
 * What can be left out of a report, one function a part: each takes away what is beyond the level that it is given, and
 * says whether there was anything. Used by: budget.c, whose table holds the order.
 */
#ifndef TR_FORMATS_BUDGET_CUTS_H
#define TR_FORMATS_BUDGET_CUTS_H

#include "model/report.h"

/** A report that is being cut: a copy, free to be changed. */
struct tr_cut {
    struct tr_arena *arena;
    struct tr_report *report;
};

/** @return whether something was taken away. @p level: what is kept, in the unit that the function is about. */
typedef bool tr_cut_fn(struct tr_cut *cut, int64_t level);

/* Parts as a whole; the level says nothing. */
tr_cut_fn tr_cut_modules, tr_cut_regions, tr_cut_counts, tr_cut_registers, tr_cut_heap, tr_cut_machine, tr_cut_usage,
    tr_cut_program, tr_cut_limits, tr_cut_addresses, tr_cut_explanations, tr_cut_hints;

/* Lists of which `level` items stay. */
tr_cut_fn tr_cut_recent_calls, tr_cut_failed_calls, tr_cut_processes, tr_cut_findings, tr_cut_evidence,
    tr_cut_operands, tr_cut_incomplete, tr_cut_arguments;

/** Streams keep `level` bytes each, a quarter of them at their beginning. */
tr_cut_fn tr_cut_streams;

/** Threads other than the primary one: `level` frames each, without source and variables. */
tr_cut_fn tr_cut_other_frames;

/** At most `level` threads besides the primary one. */
tr_cut_fn tr_cut_threads;

/* Of the primary thread, frames further than `level` frames of the user from the failing one lose source or variables, or go. */
tr_cut_fn tr_cut_far_source, tr_cut_far_variables, tr_cut_far_frames;

/** Source excerpts keep `level` lines on each side. */
tr_cut_fn tr_cut_context;

/** Globals that the failing line does not name. */
tr_cut_fn tr_cut_globals;
tr_cut_fn tr_cut_exception;

/** Objects that are `level` pointers or more away from the operands and from the variables of the frames less than `level` frames away. */
tr_cut_fn tr_cut_objects;

/** Objects keep `level` nodes each, whole levels of nesting as far as they fit. */
tr_cut_fn tr_cut_object_nodes;

/** Aggregates keep `level` children, and nest at most half as deep. */
tr_cut_fn tr_cut_children;

/** Variables of each frame: the first `level`, those that the failing line names before others. */
tr_cut_fn tr_cut_variables;

/** Every text keeps `level` bytes. */
tr_cut_fn tr_cut_texts;

#endif
