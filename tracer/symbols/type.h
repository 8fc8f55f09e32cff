/* Types: their names as C and C++ spell them, sizes, and stripping of qualifiers and typedefs. */
#ifndef TR_SYMBOLS_TYPE_H
#define TR_SYMBOLS_TYPE_H

#include "base/arena.h"
#include "symbols/dwarf.h"

/** The type of @p die (DW_AT_type, through abstract origins). @return false for void or when there is none. */
bool tr_type_of(Dwarf_Die *die, Dwarf_Die *ret);

/** Follow typedefs and const, volatile, restrict, atomic, up to TR_LIMIT_DIE_DEPTH. @return false for void. */
bool tr_type_strip(Dwarf_Die *type, Dwarf_Die *ret);

/**
 * Size in bytes: DW_AT_byte_size, or elements times count for arrays.
 * @return false when unknown (incomplete type, flexible or variable length array).
 */
bool tr_type_size(Dwarf_Die *type, uint64_t *ret);

/** Spell a type: "struct shape **", "int[3][4]", "int (*)(const char *, int)", "std::vector<int>"; "void" for NULL. In @p arena. */
const char *tr_type_name(struct tr_arena *arena, Dwarf_Die *type);

/** Find the definition of an incomplete (declaration) type by name over the image's units; leaves @p type when there is none. */
void tr_type_complete(struct tr_dwarf *dwarf, Dwarf_Die *type);

/**
 * Find the definition of a class, struct, union or enum by its qualified name; blanks do not count. Types inside of functions
 * are found, too, as "main::Local".
 * @return false when the image does not define it.
 */
bool tr_type_find(struct tr_dwarf *dwarf, const char *name, Dwarf_Die *ret);

/** The class that declares @p die, such as a member function; through origins. @return false when there is none. */
bool tr_type_around(struct tr_dwarf *dwarf, Dwarf_Die *die, Dwarf_Die *ret);

/** Whether @p die is declared in a namespace called @p namespace_name, itself or what it lies in. */
bool tr_type_is_inside(struct tr_dwarf *dwarf, Dwarf_Die *die, const char *namespace_name);

/** The last part of a qualified name: behind the last "::" outside of brackets. Points into @p name. */
const char *tr_last_component(const char *name);

#endif
