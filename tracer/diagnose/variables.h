/*
 * The variables of the user's frame as evidence: what a rule has when the statement's expressions could not be
 * evaluated, and the arrays that an overflow may have come from.
 */
#ifndef TR_DIAGNOSE_VARIABLES_H
#define TR_DIAGNOSE_VARIABLES_H

#include "diagnose/facts.h"

/** The parameter or local variable @p name of @p frame that is in scope, or NULL. */
const struct tr_variable *tr_variable_named(const struct tr_frame *frame, const char *name);

/** JSON pointer of a parameter or local variable of a frame of the primary thread; NULL when it is neither. In the
 * arena. */
const char *tr_variable_ref(const struct tr_facts *facts, const struct tr_frame *frame,
                            const struct tr_variable *variable);

/** Value of a pointer or reference variable; unknown when it has none. */
struct tr_word tr_variable_pointer(const struct tr_variable *variable);

/**
 * The one pointer variable of tr_facts_frame() that its source line names and whose value is not above @p address, by
 * less than @p reach bytes; NULL when there is none, or more than one.
 */
const struct tr_variable *tr_variable_suspect(const struct tr_facts *facts, uint64_t address, uint64_t reach);

/** An expression for a finding, of a variable alone, as its culprit. */
struct tr_expression *tr_variable_expression(const struct tr_facts *facts, const struct tr_variable *variable);

enum { TR_FRAME_ARRAYS = 16 };

/** An array among the variables of a frame, or a member of one. */
struct tr_frame_array {
    const struct tr_variable *variable;
    const char *path;        /* as the program would write it: "entry.name" */
    uint64_t address;        /* tracee space; 0 when unknown */
    uint64_t elements, size; /* size in bytes */
    bool is_text;            /* of char */
};

/** The arrays of @p frame with a known size, in order of declaration. @return how many. */
size_t tr_frame_arrays(const struct tr_facts *facts, const struct tr_frame *frame,
                       struct tr_frame_array ret[TR_FRAME_ARRAYS]);

/**
 * Elements and bytes of an array type as C spells it ("char[16]", "struct point *[3][4]"); false when @p type is no
 * array.
 *
 * @param[out] ret_size  bytes; 0 when the size of an element is not known from its name.
 */
bool tr_array_type(const char *type, uint64_t *ret_elements, uint64_t *ret_size, bool *ret_is_text);

#endif
