/* What the files of symbols/ share about symbol tables and debug information. Private to symbols/. */
#ifndef TR_SYMBOLS_DWARF_INTERNAL_H
#define TR_SYMBOLS_DWARF_INTERNAL_H

#include "symbols/die.h"
#include "symbols/dwarf.h"
#include "symbols/intervals.h"

struct names;      /* names.c */
struct outline;    /* outline.c */
struct statics;    /* statics.c */
struct type_index; /* type_index.c */
struct line_table; /* line_table.h */

/** Of one image's debug information. */
struct dwarf_state {
    Elf *elf;                /* the separate debug file; NULL when the DWARF lies in the image's own file */
    int fd;
    Elf *alternate_elf;      /* what dwz shares among files; NULL when there is none */
    int alternate_fd;
    Dwarf *alternate;
    Dwarf_CFI *unwind;       /* of the image's own file; NULL until it was asked for, or when it has none */
    bool unwind_tried;
    struct intervals ranges; /* file addresses -> units[] */
    struct names *names;
    struct statics *statics;
    struct type_index *types;
    struct type_index *all_types; /* with those inside of functions and classes */
};

/** Of one unit. */
struct unit_state {
    enum { INDEX_NONE, INDEX_OUTER, INDEX_ALL } indexed; /* functions found: those outside of others first */
    Dwarf_Die *functions;
    size_t function_count, function_capacity;
    struct intervals function_ranges; /* file addresses -> functions[] */
    struct outline *outline; /* outline.c */
    struct line_table *lines;
    struct line_table *files; /* of a .dwo: what DW_AT_decl_file and DW_AT_call_file count in */
};

/** Close what tr_image_dwarf() opened for @p image. */
void dwarf_close(struct tr_image *image);

/** Close what the symbol lookups opened for @p image. */
void symbols_close(struct tr_image *image);

/** Whether the image's file, or its separate debug file, lists all symbols. */
bool symbols_complete(struct tr_image *image);

/** A mangled name with parameter types, and the return type where the ABI encodes it. In @p arena; NULL when not mangled. */
const char *demangle_signature(struct tr_arena *arena, const char *name);

/**
 * Open the separate debug file of @p image: the one whose build id is the image's, or, when the image has none, whose
 * checksum its debug link names.
 *
 * @param[out] ret_elf  ended by the caller before closing the descriptor; unchanged on failure.
 * @return a descriptor that the caller closes, or -1.
 */
int debug_file_open(struct tr_image *image, Elf **ret_elf);

/**
 * The same from a server, when the images' caller allows it.
 *
 * @param[out] ret_reason  why there is none; NULL when none was to be asked.
 */
int debug_file_fetch(struct tr_image *image, Elf **ret_elf, const char **ret_reason);

/**
 * Open the file that a .gnu_debugaltlink of @p image names, if its build id is the one that is told there.
 *
 * @param id, size  the build id, bytes.
 * @return as for debug_file_open().
 */
int alternate_file_open(struct tr_image *image, const char *name, const void *id, size_t size, Elf **ret_elf);

/** List the units of @p dwarf and their ranges; nothing else of them is read. */
void units_index(struct tr_dwarf *dwarf);

/** Look up strings and the .dwo of @p unit, once. */
void unit_open(struct tr_unit *unit);

/** The physical function (DW_TAG_subprogram) at file address @p address of @p unit, and the range that contains it. */
bool unit_function_at(struct tr_unit *unit, uint64_t address, Dwarf_Die *ret, uint64_t *ret_low, uint64_t *ret_high);

/** @p name made absolute by the compilation directory of @p unit, without "/./" and "//". In the images' arena. */
const char *unit_path(struct tr_unit *unit, const char *name);

/** Qualified name of a function or type; NULL when it has none. In the images' arena. */
const char *die_qualified_name(struct tr_dwarf *dwarf, Dwarf_Die *die);

/** Let dwarf_of_die() find @p dwarf for DIEs of @p handle, until dwarf_close(). */
void dwarf_register(struct tr_dwarf *dwarf, Dwarf *handle);

/** Whose DIE @p die is; NULL when its image has been closed. */
struct tr_dwarf *dwarf_of_die(const Dwarf_Die *die);

/** Free the tables behind die_qualified_name(). */
void names_close(struct tr_dwarf *dwarf);

/** Elements of one dimension of an array. @return false when there is no constant bound. */
bool type_dimension(Dwarf_Die *subrange, uint64_t *ret);

/** Free the table behind tr_type_complete(). */
void type_index_close(struct tr_dwarf *dwarf);

/** Visitor of unit_walk(). @return whether to go on below @p die. */
typedef bool unit_visit_fn(void *arg, Dwarf_Die *die, int tag, unsigned depth);

/** Visit the DIEs of @p unit in order, parents first, to TR_LIMIT_DIE_DEPTH. */
void unit_walk(struct tr_unit *unit, struct die_budget *budget, unit_visit_fn *visit, void *arg);

/** Visitor of unit_outline(). @return false to stop. */
typedef bool outline_visit_fn(void *arg, Dwarf_Die *die, int tag, unsigned depth);

/**
 * Visit the functions, variables, structures, classes, unions and enumerations of @p unit that lie directly below it or
 * below a namespace, in order. They are walked once (to TR_LIMIT_UNIT_DIES) and kept: several indexes start from them.
 *
 * @p depth is the number of namespaces around one.
 */
void unit_outline(struct tr_unit *unit, outline_visit_fn *visit, void *arg);

static inline struct tr_arena *dwarf_arena(const struct tr_dwarf *dwarf) { return dwarf->image->owner->arena; }

#endif
