/*
 * Debug information of one image: units, functions, lines, scopes. Built lazily on our own interval indexes, because clang
 * writes no .debug_aranges and libdw 0.188 believes them. Addresses in this interface are run-time addresses; libdw's
 * (file) addresses differ by `bias`.
 */
#ifndef TR_SYMBOLS_DWARF_H
#define TR_SYMBOLS_DWARF_H

#include "model/words.h"
#include "symbols/image.h"

#include <dwarf.h>

struct tr_dwarf {
    struct tr_image *image;
    Dwarf *handle;         /* borrowed by users; NULL when there is none */
    uint64_t bias;         /* run-time address = DWARF address + bias (may differ from image->bias for prelinked debug files) */
    enum tr_debug_info level; /* FULL: variables; LINES: functions and lines only (-g1, missing .dwo); SYMBOLS; NONE */
    const char *reason;    /* why level is not FULL, with what to do; NULL when FULL */

    /* Private to symbols/. */
    struct tr_unit *units;
    size_t unit_count;
    struct dwarf_state *state;
};

/** One compile unit. */
struct tr_unit {
    struct tr_dwarf *dwarf;
    Dwarf_Die die;        /* unit DIE; of the .dwo when split and found */
    Dwarf_Die skeleton;   /* equal to die when not split; carries lines and ranges */
    const char *name;     /* DW_AT_name; NULL when absent */
    const char *comp_dir; /* DW_AT_comp_dir; NULL when absent */
    const char *producer;
    int language;         /* DW_LANG_…, 0 when absent */
    const char *dwo_missing; /* name of the .dwo that could not be found; NULL otherwise */
    struct unit_state *state; /* private to symbols/ */
};

/** One level of the chain of (inlined) functions at an address, innermost first. */
struct tr_function {
    struct tr_unit *unit;
    Dwarf_Die die;          /* DW_TAG_subprogram or DW_TAG_inlined_subroutine (concrete) */
    bool inlined;
    bool implicit;          /* at code that the compiler wrote: a constructor, destructor or assignment left to it */
    const char *name;       /* qualified (REPORT.md "function"); in the images' arena; "?" never: NULL when there is none */
    const char *signature;  /* with parameter types; NULL when it adds nothing */
    const char *file;       /* absolute, by compilation directory; NULL when unknown */
    int line, column;       /* of the position for the innermost, of the call for outer ones; 0 when unknown */
    uint64_t low, high;     /* range of the function that contains the address, [low, high) */
};

/**
 * Debug information of @p image, found on first use: in the file itself, by build id below /usr/lib/debug, by debug link.
 * For a system image it stays closed: level SYMBOLS or NONE.
 * @return never NULL.
 */
struct tr_dwarf *tr_image_dwarf(struct tr_image *image) __attribute__((returns_nonnull));

/** The unit whose ranges contain @p address, or NULL. */
struct tr_unit *tr_dwarf_unit_at(struct tr_dwarf *dwarf, uint64_t address);

/**
 * The functions at @p address, innermost first: inlined ones, then the physical one.
 *
 * @param address  pc of the innermost frame; for outer frames the return address less one, inside the call instruction.
 * @param[out] ret, limit  caller's array.
 * @return entries written; 0 when the address is not covered by debug information.
 */
size_t tr_functions_at(struct tr_dwarf *dwarf, uint64_t address, struct tr_function *ret, size_t limit);

/** One row of the line table. */
struct tr_line {
    const char *file; /* absolute; in the images' arena */
    int line, column; /* 0 when unknown */
    uint64_t low, high; /* addresses of the row, [low, high) */
    bool is_statement, prologue_end;
};

/** The row that contains @p address. */
bool tr_line_at(struct tr_unit *unit, uint64_t address, struct tr_line *ret);

/**
 * The first address at or above @p low, below @p high, whose row is marked as the end of the prologue, or, without marks
 * (gcc), the address of the second row of the function. Before it, parameters and frame may not be set up.
 * @return 0 when unknown.
 */
uint64_t tr_prologue_end(struct tr_unit *unit, uint64_t low, uint64_t high);

/** What tr_scope_variables() tells of each variable. */
struct tr_scope_variable {
    Dwarf_Die die;       /* DW_TAG_variable or DW_TAG_formal_parameter; abstract origins resolved by dwarf_attr_integrate */
    const char *name;
    bool is_parameter;
    int declared_line;   /* DW_AT_decl_line, 0 when unknown */
    unsigned depth;      /* nesting of the block below the function, 0 for the function itself */
    uint64_t scope_low;  /* first address of its block, run-time */
};

typedef bool tr_scope_variable_fn(void *arg, const struct tr_scope_variable *variable);

/**
 * Call @p visit for each parameter, then each local variable in scope at @p address inside @p function (innermost block
 * first; not those of inlined functions, which are functions of their own). Variables without a name are left out;
 * function-static ones are included. @p visit returns false to stop.
 */
void tr_scope_variables(const struct tr_function *function, uint64_t address, tr_scope_variable_fn *visit, void *arg);

/** What tr_function_variables() calls. @p is_in_scope: tr_scope_variables() of @p owner shows the variable at the address. */
typedef bool tr_inner_variable_fn(void *arg, const struct tr_function *owner, const struct tr_scope_variable *variable,
                                  bool is_in_scope);

/**
 * Call @p visit for each local variable of the physical function @p function, in scope at @p address or not, and for those
 * of the functions that were inlined into it. Function-static variables that only an abstract instance describes are left
 * out, and so are parameters.
 *
 * @p owner has the name of the function that declares the variable, its DIE and unit, and no place or range; it is borrowed
 * during the call. @p visit returns false to stop.
 *
 * @return false when a cap (TR_LIMIT_SCOPE_DIES, TR_LIMIT_DIE_DEPTH) ended the walk early.
 */
bool tr_function_variables(const struct tr_function *function, uint64_t address, tr_inner_variable_fn *visit, void *arg);

/**
 * The file that declares @p die, of @p unit: DW_AT_decl_file, through origins, which may lie in other units.
 * @return absolute, in the images' arena; NULL when unknown.
 */
const char *tr_declared_file(struct tr_unit *unit, Dwarf_Die *die);

/**
 * A file that @p unit was compiled from, the source file or one of those that it includes.
 *
 * @param index  as DW_AT_decl_file counts: from 1 before DWARF 5, from 0 since.
 * @return absolute, in the images' arena; NULL when the unit has none of that number.
 */
const char *tr_unit_file(struct tr_unit *unit, uint64_t index);

/** An end of the numbers of tr_unit_file(): no file has this one or a greater one. */
uint64_t tr_unit_file_end(struct tr_unit *unit);

/** Global variables (DW_TAG_variable directly below the unit or a namespace, with a location) of @p unit. */
void tr_unit_globals(struct tr_unit *unit, tr_scope_variable_fn *visit, void *arg);

/** The global or function-static variable of any opened user image whose storage contains @p address: its DIE and start. */
bool tr_static_at(const struct tr_images *images, uint64_t address, Dwarf_Die *ret_die, uint64_t *ret_start);

#endif
