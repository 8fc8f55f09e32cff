/* Reading DIEs through libdw, with caps where it has none. Private to symbols/. Source: DWARF 5, chapter 2 and 7. */
#ifndef TR_SYMBOLS_DIE_H
#define TR_SYMBOLS_DIE_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Steps that one walk over DIEs may still take. A sibling attribute may lead back, so that a walk over a damaged tree need
 * not end by itself.
 */
struct die_budget {
    size_t left;
};

/** First child of @p die. @return false when there is none or @p budget is used up. */
bool die_first(Dwarf_Die *die, Dwarf_Die *ret, struct die_budget *budget);

/** Replace @p die by its next sibling. @return false when there is none or @p budget is used up. */
bool die_next(Dwarf_Die *die, struct die_budget *budget);

/** Loop over the children: DIE_CHILDREN(parent, child, &budget) { … } */
#define DIE_CHILDREN(parent, child, budget)                                                           \
    for (bool child##_more_ = die_first((parent), &(child), (budget)); child##_more_; child##_more_ = die_next(&(child), (budget)))

/** String attribute, not through origins. @return borrowed from libdw, or NULL. */
const char *die_string(Dwarf_Die *die, unsigned attribute);

/** Constant attribute, through origins. @return false when absent or not a constant. */
bool die_number(Dwarf_Die *die, unsigned attribute, uint64_t *ret);

/** Flag attribute, through origins. */
bool die_flag(Dwarf_Die *die, unsigned attribute);

/** The DIE that a reference attribute of @p die (not of its origins) leads to. */
bool die_reference(Dwarf_Die *die, unsigned attribute, Dwarf_Die *ret);

/** The abstract origin or the specification of @p die. */
bool die_origin(Dwarf_Die *die, Dwarf_Die *ret);

/** Name, its own or that of an origin; NULL or never empty. */
const char *die_name(Dwarf_Die *die);

/** The unit DIE that @p die lies in. */
bool die_unit(Dwarf_Die *die, Dwarf_Die *ret);

/** DW_LANG_… of the unit of @p die; 0 when unknown. */
int die_language(Dwarf_Die *die);

/** Whether the unit of @p die is written in C++ (or another language whose names are qualified). */
bool die_is_cxx(Dwarf_Die *die);

/** What die_ranges() calls for each range, file addresses. @return false to stop. */
typedef bool die_range_fn(void *arg, uint64_t low, uint64_t high);

/** Visit the code ranges of @p die, at most @p limit. */
void die_ranges(Dwarf_Die *die, size_t limit, die_range_fn *visit, void *arg);

enum die_position { DIE_WITHOUT_RANGES, DIE_OUTSIDE, DIE_INSIDE };

/** Whether the code of @p die contains the file address @p address, and in which of its ranges. */
enum die_position die_contains(Dwarf_Die *die, uint64_t address, uint64_t *ret_low, uint64_t *ret_high);

/** First address of the code of @p die, file address; 0 when unknown. */
uint64_t die_entry(Dwarf_Die *die);

#endif
