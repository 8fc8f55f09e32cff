/*
 * Variables as the report shows them: location and type become a value tree; what pointers lead to becomes
 * memory.objects, one entry each, shared and cyclic structures included. Budgets: base/limits.h.
 *
 * `address` of a top-level variable is where it lies; of a string behind a pointer, where the text lies; of a
 * reference, where what it refers to lies. Members and elements have none. State ok may come with a reason: then it is
 * a note. A pointer that leads nowhere keeps its value and state ok, with the reason "unmapped".
 *
 * May use: base, model, process, symbols. Used by: analysis.
 */
#ifndef TR_VALUES_VALUES_H
#define TR_VALUES_VALUES_H

#include "model/report.h"
#include "symbols/dwarf.h"
#include "symbols/location.h"

struct tr_values;

/**
 * @param arena    the report's arena: all nodes and strings live there.
 * @param images   of the process image; borrowed.
 * @return a reader for one stop, ended with tr_values_destroy().
 */
struct tr_values *tr_values_create(struct tr_arena *arena, struct tr_images *images, struct tr_memory *memory,
                                   const struct tr_maps *maps) __attribute__((returns_nonnull));
void tr_values_destroy(struct tr_values *values);

/**
 * Fill arguments and locals of @p frame with the variables of @p function at @p context. Innermost frames first: they
 * have the first call on the stop's budget of records.
 *
 * What has no value yet is only called uninitialized where the line table shows it: no code of the declaration lies
 * before the code that runs, or the declaration is still running and its store comes later.
 *
 * @param function   one level of the chain of tr_functions_at().
 * @param position   line that runs in this function: decides which locals have not been reached; 0 when unknown.
 * @param pointer    JSON pointer of the frame, such as "/threads/0/frames/2": objects that are local variables refer to
 * it.
 */
void tr_values_frame(struct tr_values *values, const struct tr_function *function,
                     const struct tr_frame_context *context, int position, const char *pointer, struct tr_frame *frame);

/**
 * Add the globals that the source lines of @p function mention to report->globals, each once, up to TR_LIMIT_CHILDREN:
 * those of its unit, and those that other units of the image define. Names of local variables in scope do not count.
 *
 * @param source  the excerpt; its lines are scanned for identifiers.
 */
void tr_values_globals(struct tr_values *values, const struct tr_function *function,
                       const struct tr_frame_context *context, const struct tr_source *source,
                       struct tr_report *report);

/**
 * Read an object that no variable of the report leads to. Before tr_values_objects().
 *
 * @param type     qualified name of its class or enum, as tr_type_find() takes it.
 * @param name     for the record; borrowed.
 * @return a record that stands in no list; NULL when no image with debug information defines the type.
 */
struct tr_variable *tr_values_at(struct tr_values *values, const char *type, uint64_t address, const char *name);

/**
 * After all frames and globals, once: follow the pointers met so far, breadth first within the budget, and fill
 * memory.objects of @p report and the variables' points_to; mask strings that lie where a secret lies. Pointers to
 * functions get their name, pointers to strings their text.
 */
void tr_values_objects(struct tr_values *values, struct tr_report *report);

#endif
