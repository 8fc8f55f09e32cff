/*
 * Values that are no variables of the report: those of sub-expressions. Spelled as variables are, secrets masked.
 *
 * May use: model, symbols. Used by: syntax.
 */
#ifndef TR_VALUES_SHOW_H
#define TR_VALUES_SHOW_H

#include "values/values.h"

/** Where the bytes of a value are, and what decides how it is told. */
struct tr_shown {
    struct tr_dwarf *dwarf;             /* that its type comes from */
    const struct tr_function *function; /* for arrays of variable length; both NULL outside of frames */
    const struct tr_frame_context *frame;
    const char *name; /* of the variable or member, NULL when it has none: decides whether it is secret */
    bool is_secret;   /* a part of something that is */
    bool in_memory;
    uint64_t address;              /* in memory: tracee space */
    const unsigned char *bytes;    /* otherwise; copied where needed */
    size_t size;                   /* of bytes */
    uint64_t missing;              /* bit n: bytes[n] has no value */
    uint64_t bit_offset, bit_size; /* of a bit-field, from the start of the bytes; size 0 for others */
};

/**
 * Read a value without its members or elements.
 *
 * A pointer makes no object of its own in the report; its points_to is filled in by tr_values_objects() when it leads
 * to one.
 * @return a record in the report's arena that stands in no list. Its name is "".
 */
struct tr_variable *tr_show_value(struct tr_values *values, Dwarf_Die *type, const struct tr_shown *shown);

/** The same for an address that a pointer to @p pointee would hold (NULL for void or a type that has no DIE). */
struct tr_variable *tr_show_pointer(struct tr_values *values, Dwarf_Die *pointee, uint64_t address,
                                    const struct tr_shown *shown);

/**
 * Where an iterator or smart pointer of the standard library leads; with @p key, where a map has the element of that
 * key, spelled as a value is.
 *
 * @return false when it is none, leads nowhere (end()), or the map has no such element among those that are read.
 */
bool tr_show_lead(struct tr_values *values, Dwarf_Die *type, const struct tr_shown *shown, const char *key,
                  Dwarf_Die *ret_type, uint64_t *ret_address);

/** tr_type_name(), spelled once for each type. @p type is NULL for void. Lives as long as the report. */
const char *tr_show_type(struct tr_values *values, Dwarf_Die *type);

#endif
