/*
 * Short names for objects: "shapes" for a variable, "node#2" for what has only a type. Pure.
 *
 * May use: base. Used by: values.
 */
#ifndef TR_VALUES_NAME_H
#define TR_VALUES_NAME_H

#include "base/list.h"

#include <stdbool.h>

/** Names given so far. Starts zeroed; lives in the arena. */
struct tr_names {
    struct tr_list counters;
};

/**
 * A name that no other object has, in @p arena. A variable's is its own name, where that is still free; others get a
 * number, from 0 for each word.
 *
 * @param text         name of the variable, or of the type: "struct " and pointer stars are left away.
 * @param is_variable  which of the two.
 */
const char *tr_name_object(struct tr_arena *arena, struct tr_names *names, const char *text, bool is_variable);

#endif
