/*
 * Folding runs of equal elements of an array. Pure.
 *
 * May use: nothing. Used by: values.
 */
#ifndef TR_VALUES_FOLD_H
#define TR_VALUES_FOLD_H

#include <stddef.h>
#include <stdint.h>

/** Elements [first, first + count) of an array have the same bytes. */
struct tr_run {
    uint64_t first, count;
};

/**
 * Split @p count elements of @p stride bytes (at least 1) into runs, from the start. Runs shorter than @p threshold
 * come out as entries of one element each.
 *
 * @param[out] ret  up to @p limit entries, without gaps.
 * @return entries written; fewer elements than @p count are covered only when that is @p limit.
 */
size_t tr_fold(const unsigned char *bytes, size_t stride, uint64_t count, uint64_t threshold, struct tr_run *ret,
               size_t limit);

#endif
