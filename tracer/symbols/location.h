/*
 * Where a variable is: its DW_AT_location (or DW_AT_const_value) evaluated for one frame. Our own evaluator over libdw's
 * decoded operations, with a cap on operations; what cannot be known is a reason. DWARF 5 sections 2.5 and 2.6.
 */
#ifndef TR_SYMBOLS_LOCATION_H
#define TR_SYMBOLS_LOCATION_H

#include "model/words.h"
#include "symbols/dwarf.h"

#include <sys/user.h>

/** One physical frame as the evaluator needs it; filled from the unwinder's result. */
struct tr_frame_context {
    struct tr_memory *memory;
    uint64_t pc;          /* for outer frames: the return address */
    uint64_t lookup_pc;   /* pc, or pc - 1 for a frame that is in a call: used for location lists and scopes */
    uint64_t cfa;         /* canonical frame address */
    uint64_t registers[17];   /* by DWARF number */
    uint32_t known;       /* bit n set: registers[n] holds the value that the frame's function had there */
    const struct user_fpregs_struct *vectors; /* floating-point and vector registers; NULL where they are not known: in all
                                                 frames but the innermost, since calls preserve none of them */
    uint64_t fs_base;     /* thread pointer, for thread-local variables; 0 when unknown */
    uint64_t start_sp;    /* stack pointer where the program began, for the arguments of main; 0 when unknown */
    const struct tr_images *images;
    const struct tr_frame_context *caller; /* the next outer physical frame, for entry values; NULL at the end */
};

enum tr_place_type {
    TR_PLACE_MEMORY,   /* at `address` in the tracee */
    TR_PLACE_VALUE,    /* `bytes` are the value: it is in a register, a constant, or computed */
    TR_PLACE_POINTER,  /* implicit pointer to the variable `target` + `offset` */
    TR_PLACE_PIECES,   /* put together in `bytes`; bits of `missing` mark bytes without a value */
    TR_PLACE_NONE,     /* `state` and `reason` say why */
};

enum { TR_PLACE_BYTES = 64 };

struct tr_place {
    enum tr_place_type type;
    uint64_t address;
    unsigned char bytes[TR_PLACE_BYTES];
    unsigned size;        /* bytes valid in `bytes` */
    uint64_t missing;     /* bit n: bytes[n] has no value */
    Dwarf_Die target;
    int64_t offset;
    enum tr_value_state state;  /* OPTIMIZED_OUT or UNAVAILABLE for TR_PLACE_NONE */
    const char *reason;         /* static text or in the images' arena; of a place that there is: why to doubt the value */
    bool from_register;   /* a register's own content: a value to trust only as far as the frame's register is known */
};

/** Evaluate the location of @p variable (or DW_AT_const_value) in @p frame of @p function. Never fails: see TR_PLACE_NONE. */
void tr_locate_variable(Dwarf_Die *variable, const struct tr_function *function, const struct tr_frame_context *frame,
                        struct tr_place *ret);

/** Evaluate the location of a global or static variable, which needs no frame. */
void tr_locate_static(Dwarf_Die *variable, struct tr_unit *unit, const struct tr_frame_context *frame, struct tr_place *ret);

/**
 * Evaluate an attribute that may be a constant, a reference to a variable or an expression (DW_AT_upper_bound, DW_AT_count,
 * DW_AT_byte_size of a VLA). @return false when it is not known.
 */
bool tr_attribute_value(Dwarf_Die *die, unsigned attribute, const struct tr_function *function,
                        const struct tr_frame_context *frame, uint64_t *ret);

#endif
