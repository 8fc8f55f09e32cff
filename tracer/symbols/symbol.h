/*
 * Names from ELF symbol tables: .symtab, else .dynsym; for system libraries also the .symtab of their separate debug file
 * when it is installed (only that section is read, never its DWARF). A name is given only when the address lies inside
 * [st_value, st_value + st_size), or in a sizeless symbol's own section before the next symbol (then marked inexact): never invented.
 */
#ifndef TR_SYMBOLS_SYMBOL_H
#define TR_SYMBOLS_SYMBOL_H

#include "symbols/image.h"

struct tr_symbol {
    const char *name;      /* as in the table, mangled; borrowed */
    const char *demangled; /* without parameters and return type, for a report; in the images' arena */
    const char *signature; /* demangled whole; NULL when equal to demangled */
    uint64_t address;      /* run-time start */
    uint64_t size;         /* bytes, 0 when unknown */
    bool is_function;
    bool inexact;
};

/** The symbol that contains @p address. Functions win over objects, global over local, longer life over aliases. */
bool tr_symbol_at(struct tr_image *image, uint64_t address, struct tr_symbol *ret);

/** The defined symbol called @p name in this image (exact, mangled name). */
bool tr_symbol_named(struct tr_image *image, const char *name, struct tr_symbol *ret);

/** The same for a variable (STT_OBJECT): the names of a big program's functions are not looked at. */
bool tr_object_named(struct tr_image *image, const char *name, struct tr_symbol *ret);

/** The same over all images, the executable first. */
bool tr_symbol_find(const struct tr_images *images, const char *name, struct tr_image **ret_image, struct tr_symbol *ret);

/**
 * Demangle a C++ (Itanium ABI) name without parameters, return type, ABI tags, or clone suffixes (".isra.0", ".cold").
 * @return in @p arena; @p name's copy when it is not mangled.
 */
const char *tr_demangle(struct tr_arena *arena, const char *name);

/** The same for a function, its templates as a person writes them: tr_short_name(). */
const char *tr_function_name(struct tr_arena *arena, const char *name);

#endif
