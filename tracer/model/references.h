/*
 * What inside a report names another part of it: JSON pointers (evidence, objects that are variables) and points_to.
 * Found before anything is cut, and put right afterwards. Used by: formats, session.
 */
#ifndef TR_MODEL_REFERENCES_H
#define TR_MODEL_REFERENCES_H

#include "model/report.h"

/** Resolve every JSON pointer of @p report. @param[out] ret  list of struct tr_reference *, in @p arena. */
void tr_references_find(struct tr_arena *arena, struct tr_report *report, struct tr_list *ret);

/**
 * After a cut: JSON pointers lead to where their targets stand now, and are absent where that is nowhere; a points_to
 * whose object is gone is absent.
 */
void tr_references_repair(struct tr_arena *arena, struct tr_report *report, const struct tr_list *references);

/** The object of @p report with this id; NULL when there is none. */
struct tr_object *tr_references_object(const struct tr_report *report, const char *id);

/** The record that a JSON pointer of @p report leads to or into; NULL for none. @p ret_rest gets what is left of it. */
void *tr_references_resolve(const struct tr_report *report, const char *pointer, const char **ret_rest);

#endif
