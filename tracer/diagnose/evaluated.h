/*
 * The sub-expressions of the statement that failed (report->expressions, filled by module syntax; empty without sources
 * or debug information): walking them, and making an expression of a finding from them.
 */
#ifndef TR_DIAGNOSE_EVALUATED_H
#define TR_DIAGNOSE_EVALUATED_H

#include "base/str.h"
#include "diagnose/facts.h"

/** The part called @p part ("base", "index", "divisor", …) of @p parent, or NULL. */
const struct tr_evaluated *tr_evaluated_part(const struct tr_facts *facts, const struct tr_evaluated *parent,
                                             const char *part);

/** What @p expression is a part of, or NULL. */
const struct tr_evaluated *tr_evaluated_parent(const struct tr_facts *facts, const struct tr_evaluated *expression);

/** Whether @p expression is a call. */
bool tr_evaluated_is_call(const struct tr_evaluated *expression);

/** Whether @p expression is a delete, of one object or of an array. */
bool tr_evaluated_is_delete(const struct tr_evaluated *expression);

/** The part of an lvalue that its own address is computed from: p of p->x, *p and p[i]; NULL when it has none. */
const struct tr_evaluated *tr_evaluated_inner(const struct tr_facts *facts, const struct tr_evaluated *lvalue);

/** Whether it is a map of the C++ library: what its subscripts are given is a key, not an index. */
bool tr_evaluated_is_map(const struct tr_evaluated *expression);

/** Argument number @p number, from 0, of a call; or NULL. */
const struct tr_evaluated *tr_evaluated_argument(const struct tr_facts *facts, const struct tr_evaluated *call,
                                                 int64_t number);

/** Whether its value is an address that was computed or stored, as opposed to an array, whose address is its own. */
bool tr_evaluated_is_pointer(const struct tr_evaluated *expression);

/**
 * The pointer of the statement whose value is @p address: the whole one of several that are parts of each other. NULL when
 * there is none, or two that are not.
 */
const struct tr_evaluated *tr_evaluated_pointing_to(const struct tr_facts *facts, uint64_t address);

/** Whether its type is one of C's unsigned integers, by the names that C and its library give them. */
bool tr_evaluated_is_unsigned(const struct tr_evaluated *expression);

/** Whether it is @p part of its parent. */
bool tr_evaluated_is(const struct tr_evaluated *expression, const char *part);

/**
 * An expression for a finding: @p failed, with its parts that have values as operands.
 *
 * @param culprit  the operand with @p role, put first; NULL for none.
 */
struct tr_expression *tr_evaluated_expression(const struct tr_facts *facts, const struct tr_evaluated *failed,
                                              const struct tr_evaluated *culprit, enum tr_role role);

/** Append to @p str the values of the variables used as indexes inside @p expression: " (i = 1, j = 2)", or nothing. */
void tr_evaluated_add_indexes(const struct tr_facts *facts, const struct tr_evaluated *expression, struct tr_str *str);

#endif
