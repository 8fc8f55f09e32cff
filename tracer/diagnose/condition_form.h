/*
 * Conditions by their form alone: those that are true whatever their variable holds, such as "c != 'y' || c != 'n'". May use:
 * model. Used by: loop_condition.c, kind infinite_loop.
 */
#ifndef TR_DIAGNOSE_CONDITION_FORM_H
#define TR_DIAGNOSE_CONDITION_FORM_H

#include "model/report.h"

/**
 * What two comparisons of the condition look at, one of which is always true; NULL when that is not so.
 *
 * @param parts  struct tr_evaluated *: the condition, followed by its parts. Their values are not looked at.
 */
const char *tr_condition_always(struct tr_arena *arena, const struct tr_list *parts);

/** Replace "<" by ">=", and so on; what is no comparison becomes empty. */
void tr_operator_negate(char operator[3]);

#endif
