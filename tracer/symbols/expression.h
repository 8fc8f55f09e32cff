/*
 * DWARF expressions evaluated over libdw's decoded operations. Private to symbols/. Source: DWARF 5, 2.5 and 2.6; the GNU
 * operations that became standard in version 5 count as those.
 */
#ifndef TR_SYMBOLS_EXPRESSION_H
#define TR_SYMBOLS_EXPRESSION_H

#include "symbols/location.h"

/** One evaluation: where it takes place, and what it may still cost, together with all that it leads to. */
struct evaluation {
    struct tr_dwarf *dwarf;               /* whose expression it is */
    const struct tr_frame_context *frame; /* NULL for a static variable */
    unsigned depth;                       /* of expressions that needed another one */
    unsigned operations;                  /* done so far, TR_LIMIT_EXPRESSION_OPS at most */
    const char *reason;                   /* set when it fails */
    bool may_be_unset;                    /* the compiler marked what was evaluated with DW_OP_GNU_uninit */
};

/** Whether an attribute's expression may be entered: counts depth. Undone with evaluation_leave(). */
bool evaluation_enter(struct evaluation *evaluation);
void evaluation_leave(struct evaluation *evaluation);

/** Set the reason, unless there is one, and return false. */
bool evaluation_fail(struct evaluation *evaluation, const char *reason);

/** Operations in force at the frame's pc. @return 1; 0 when there is none; -1 when it cannot be decoded. */
int evaluation_operations(const struct evaluation *evaluation, Dwarf_Attribute *attribute, Dwarf_Op **ret, size_t *ret_count);

/** The same where libdw cannot decode it for its DW_OP_GNU_uninit. @return whether that was the cause. */
bool uninit_operations(const struct evaluation *evaluation, Dwarf_Attribute *attribute, Dwarf_Op **ret, size_t *ret_count);

/** Evaluate as a location description. On failure @p ret is TR_PLACE_NONE with state and reason. */
void expression_place(struct evaluation *evaluation, Dwarf_Attribute *attribute, Dwarf_Op *operations, size_t count,
                      struct tr_place *ret);

/** Evaluate as a value: the top of the stack, also without DW_OP_stack_value. @return false with evaluation->reason. */
bool expression_value(struct evaluation *evaluation, Dwarf_Attribute *attribute, Dwarf_Op *operations, size_t count,
                      uint64_t *ret);

/** Content of a general register, if the frame knows it. */
bool evaluation_register(struct evaluation *evaluation, uint64_t number, uint64_t *ret);

/** The physical function of a frame, and the run-time range of it that contains the frame's pc; both may be NULL. */
bool frame_function(const struct tr_frame_context *frame, struct tr_unit **ret_unit, Dwarf_Die *ret, uint64_t *ret_low,
                    uint64_t *ret_high);

/** Locate @p variable within @p evaluation. */
void evaluation_locate(struct evaluation *evaluation, Dwarf_Die *variable, struct tr_place *ret);

/** The integer that @p variable holds. */
bool evaluation_variable(struct evaluation *evaluation, Dwarf_Die *variable, uint64_t *ret);

/**
 * What register @p number held when the frame's function was entered: proved by the call site in the caller, which must be
 * a direct call of this very function.
 */
bool entry_value(struct evaluation *evaluation, uint64_t number, uint64_t *ret);

/** What the caller would have passed for @p parameter, which gcc removed from the function: proved as for entry_value(). */
bool parameter_value(struct evaluation *evaluation, Dwarf_Die *parameter, uint64_t *ret);

/**
 * What register @p number held when @p function, the one of @p frame, was entered, if it is main, called by the C library.
 * @return false when it is not, or when that is not certain.
 */
bool main_argument(const struct tr_frame_context *frame, const struct tr_unit *unit, Dwarf_Die *function,
                   uint64_t number, uint64_t *ret);

/** The stack pointer as locations of @p frame mean it, of which clang's are in error while arguments are being pushed. */
uint64_t stack_pointer(const struct tr_frame_context *frame);

/** Address of the thread's copy of a thread-local variable at @p offset of its image's block. */
bool thread_address(struct evaluation *evaluation, uint64_t offset, uint64_t *ret);

#endif
