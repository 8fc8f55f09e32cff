/* What the files of values share: the reader of one stop, a reading, and the pieces that readings are made of. */
#ifndef TR_VALUES_VALUES_INTERNAL_H
#define TR_VALUES_VALUES_INTERNAL_H

#include "base/limits.h"
#include "values/text.h"
#include "values/values.h"

struct tr_cache; /* cache.c */

struct tr_values {
    struct tr_arena *arena;
    struct tr_images *images;
    struct tr_memory *memory;
    const struct tr_maps *maps;
    struct tr_cache *cache;
    size_t nodes;           /* variable records made so far */
    bool cut;               /* variables were left out for want of nodes */
    struct tr_list links;   /* struct tr_link: pointers met, in order */
    struct tr_list named;   /* struct tr_named: variables of the report that lie in memory */
    struct tr_list stacks;  /* const struct tr_mapping: those that frames lie in */
    struct tr_list strings; /* struct tr_variable of kind string in memory */
    struct tr_list secrets; /* those of them that are masked */
};

/** The bytes of a value: in the tracee's memory, or a copy that was put together from registers and constants. */
struct tr_bytes {
    bool in_memory;
    uint64_t address;          /* in memory */
    const unsigned char *copy; /* otherwise; borrowed */
    size_t size;               /* of the copy */
    uint64_t missing;          /* bit n: copy[n] has no value */
};

/** One variable or object being read. */
struct tr_reading {
    struct tr_values *values;
    struct tr_dwarf *dwarf;               /* that its types come from */
    const struct tr_function *function;   /* NULL outside of frames */
    const struct tr_frame_context *frame; /* NULL outside of frames */
    unsigned depth;
    size_t left;          /* records that may still be made below */
    bool is_fair;         /* each child gets its part of them; otherwise the first ones take what they need */
    bool ran_out;         /* something was left out for want of records */
    bool secret;          /* its strings are masked */
    bool in_object;       /* of memory.objects: what smart pointers lead to are objects of their own */
    struct tr_lead *lead; /* wanted of an iterator or map, whose readers fill it in; NULL: nothing */
};

/** Where an iterator or a smart pointer leads, or a map a key. */
struct tr_lead {
    const char *key; /* "[KEY]" as an element of a map is called; NULL: what a pointer or an iterator leads to */
    bool is_found;
    Dwarf_Die type;
    uint64_t address;
};

/** Fill in what is wanted, unless it has been found before. */
static inline void tr_lead_found(struct tr_lead *lead, const Dwarf_Die *type, uint64_t address)
{
    if (lead->is_found)
        return;
    lead->is_found = true;
    lead->type = *type;
    lead->address = address;
}

/** A pointer of the report, and what becomes of it. */
struct tr_link {
    struct tr_variable *variable;
    uint64_t address; /* its value */
    Dwarf_Die pointee;
    bool has_pointee; /* false for void */
    struct tr_dwarf *dwarf;
    bool weak; /* refers to what is there already, makes no object: its text is told */
    bool secret;
    struct tr_target *target; /* object.c; NULL when there is none */
};

/** A variable of the report that lies in memory. */
struct tr_named {
    uint64_t start, size;                   /* tracee space; bytes */
    const char *name, *type_name, *pointer; /* pointer: JSON pointer of the variable */
    struct tr_target *target;               /* NULL until something points to it */
};

/* variable.c: from a type and bytes to a variable */

/** A record for the report; counts against the stop's budget. */
struct tr_variable *tr_variable_make(struct tr_values *values, const char *name, const char *type_name);

/** Fill @p node, which has its name and type. @p type is NULL for void. */
void tr_read_value(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node);

/**
 * Read a variable or object, as tr_read_value() does, within its budget of records: whole where it fits, otherwise with
 * the records shared fairly, so that the first member does not take them all.
 */
void tr_read_whole(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, struct tr_variable *node);

/** The kind that a value of @p type has when nothing of it can be read. */
enum tr_value_kind tr_value_kind(Dwarf_Die *type);

/**
 * Add a child of @p parent and read it. @p siblings as for tr_child_begin().
 *
 * @return the child; NULL when no record is left, then nothing was added.
 */
struct tr_variable *tr_read_child(struct tr_reading *reading, struct tr_variable *parent, const char *name,
                                  Dwarf_Die *type, const struct tr_bytes *bytes, size_t siblings);

/**
 * Add a child that the caller reads itself, before tr_child_end(): it gets its fair part of the records left.
 *
 * @param siblings   children still to come, this one included.
 * @param[out] ret_rest  for tr_child_end().
 * @return the child; NULL when no record is left, then nothing was added and nothing is to be ended.
 */
struct tr_variable *tr_child_begin(struct tr_reading *reading, struct tr_variable *parent, const char *name,
                                   const char *type_name, size_t siblings, size_t *ret_rest);
void tr_child_end(struct tr_reading *reading, size_t rest);

/** After the children of @p node were read: a state that is true of the whole. */
void tr_sum_states(struct tr_variable *node);

/** Set a state with its reason. */
void tr_set_state(struct tr_variable *node, enum tr_value_state state, const char *reason);

/** Size of a value, with variable length arrays as far as the frame tells. @return false when unknown. */
bool tr_value_size(const struct tr_reading *reading, Dwarf_Die *type, uint64_t *ret);

/* bytes.c */

struct tr_bytes tr_bytes_in_memory(uint64_t address);

/** The bytes from @p offset on. */
struct tr_bytes tr_bytes_at(const struct tr_bytes *bytes, uint64_t offset);

/** Read @p size bytes. @return false with state and reason of @p node set when not all of them have a value. */
bool tr_bytes_read(const struct tr_reading *reading, const struct tr_bytes *bytes, void *buffer, size_t size,
                   struct tr_variable *node);

/** Read up to the first byte without a value. @return bytes read. */
size_t tr_bytes_read_some(const struct tr_reading *reading, const struct tr_bytes *bytes, void *buffer, size_t size);

/* die.c: attributes */

/** A constant attribute, through abstract origins. */
bool tr_die_unsigned(Dwarf_Die *die, unsigned attribute, uint64_t *ret);

/** Whether a flag attribute is set. */
bool tr_die_flag(Dwarf_Die *die, unsigned attribute);

/** Skip typedefs and qualifiers; a declaration is replaced with its definition. @return false for void. */
bool tr_strip(const struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *ret);

/** Whether @p type holds characters, and how. */
bool tr_encoding_of(Dwarf_Die *type, struct tr_encoding *ret);

/* cache.c */

struct tr_cache *tr_cache_create(void);
void tr_cache_destroy(struct tr_cache *cache);

/** What is found out about a type once. Each field is 0 until somebody did. */
struct tr_type_facts {
    const char *name;
    struct tr_enumerators *enumerators;
    struct tr_members *members;
    uint64_t alignment; /* bytes */
    enum tr_polymorphic { TR_POLYMORPHIC_UNKNOWN, TR_POLYMORPHIC_NO, TR_POLYMORPHIC_YES } polymorphic;
};

/** The facts of @p type, by its DIE: a typedef has others than what it stands for. Owned by @p values. */
struct tr_type_facts *tr_type_facts(struct tr_values *values, Dwarf_Die *type);

/** tr_type_name(), spelled once for each type. @p type is NULL for void. */
const char *tr_cached_name(struct tr_values *values, Dwarf_Die *type);

struct tr_enumerators {
    const struct tr_enumerator *items;
    size_t count;
};

/** The enumerators of @p type, whose values take @p size bytes. */
struct tr_enumerators tr_cached_enumerators(struct tr_values *values, Dwarf_Die *type, size_t size);

/*
 * Readers by type: scalar.c, pointer.c, member_pointer.c, array.c, structure.c. @p type has no typedefs or qualifiers,
 * @p written has them.
 */

typedef void tr_reader(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *written, const struct tr_bytes *bytes,
                       struct tr_variable *node);

tr_reader tr_read_base, tr_read_enum, tr_read_pointer, tr_read_reference, tr_read_member_pointer, tr_read_array,
    tr_read_structure, tr_read_function, tr_read_null;

/**
 * Note that @p node points to @p address, for tr_values_objects().
 *
 * @param pointee  NULL for void.
 * @param weak     makes no object: what is there is told already.
 */
void tr_add_link(struct tr_reading *reading, struct tr_variable *node, uint64_t address, Dwarf_Die *pointee, bool weak);

/** Make @p node the address of code, with its name. */
void tr_set_code(struct tr_reading *reading, struct tr_variable *node, uint64_t address);

/** Append "0x401136 <add>", or the plain address when no function is known there. @return whether a name was found. */
bool tr_format_code(struct tr_values *values, struct tr_str *out, uint64_t address);

/** Read the bits of a bit-field member. @p offset: bits from the start of @p bytes, the lowest bit of a byte first. */
void tr_read_bits(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, uint64_t offset,
                  uint64_t size, struct tr_variable *node);

/** Read @p count elements of type @p element as children of @p node. */
void tr_read_elements(struct tr_reading *reading, Dwarf_Die *element, uint64_t count, const struct tr_bytes *bytes,
                      struct tr_variable *node);

/* member.c */

/** A data member or base class. */
struct tr_member {
    Dwarf_Die die, type;
    const char *name; /* NULL: none */
    bool is_base;
    bool is_typed; /* type is known */
    bool is_fixed; /* offset is known, and the same in every object */
    uint64_t offset;
};

/** The data members and base classes of a type. */
struct tr_members {
    struct tr_member *items;
    size_t count;
    size_t total; /* with those beyond the cap */
    bool endless; /* the type has more entries than are looked at */
};

/** Those of @p type, stripped, collected once. Owned by @p values. */
const struct tr_members *tr_members_of(struct tr_values *values, Dwarf_Die *type);

/** @param[out] ret bytes from the start of the structure at @p bytes. @return false when that is not known. */
bool tr_member_offset(const struct tr_reading *reading, struct tr_member *member, const struct tr_bytes *bytes,
                      uint64_t *ret);

/** Alignment of a type in bytes, a power of two, as far as the debug information tells. */
uint64_t tr_alignment(const struct tr_reading *reading, Dwarf_Die *type);

/**
 * The member called @p name of a structure, its base classes or its anonymous members. Where the libraries, or their
 * versions, differ in a name only, @p name has all of them: "_M_value|__val_".
 *
 * @param type  without typedefs and qualifiers.
 * @param[out] ret_type, ret_bytes  its type as written, and where it is.
 */
bool tr_find_member(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                    Dwarf_Die *ret_type, struct tr_bytes *ret_bytes);

/* polymorph.c */

/** Whether objects of @p type, without typedefs, have a pointer to a virtual table. */
bool tr_is_polymorphic(const struct tr_reading *reading, Dwarf_Die *type);

/**
 * The class that an object really is, told by its virtual table.
 *
 * @param[in,out] type     class of the pointer or reference that leads to it; replaced by the object's own class.
 * @param[in,out] address  moved to the start of the whole object.
 * @return false, with both unchanged, when it is no object of another class, or that class is not known.
 */
bool tr_dynamic_type(const struct tr_reading *reading, Dwarf_Die *type, uint64_t *address);

/** The name of the class of the object at @p address, told by its virtual table. NULL when it has none that is known.
 */
const char *tr_dynamic_class(const struct tr_reading *reading, uint64_t address);

/** The name of the type that a std::type_info at @p info describes; NULL when it is none. */
const char *tr_typeinfo_name(const struct tr_reading *reading, uint64_t info);

/* container.c */

/**
 * Read a class of the standard library as what it stands for, where its name and its members are those that are known.
 *
 * @return false, and @p node unchanged, when it is none, or does not look like one inside: it is then read as a class.
 */
bool tr_read_container(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                       struct tr_variable *node);

/** Bytes of a std::string that debug information only declares. @return false for other types. */
bool tr_declared_string_size(const struct tr_reading *reading, Dwarf_Die *type, uint64_t *ret);

/** Whether such a class is a string. @p type may have typedefs. */
bool tr_is_string_class(const struct tr_reading *reading, Dwarf_Die *type);

/* string.c */

/**
 * Make @p node a string if text lies at @p bytes, up to a NUL.
 *
 * @param bound  bytes that the array has; UINT64_MAX behind a pointer or for an array of unknown length.
 * @return false, and @p node unchanged, when it is no text.
 */
bool tr_read_string(struct tr_reading *reading, const struct tr_bytes *bytes, uint64_t bound,
                    const struct tr_encoding *encoding, struct tr_variable *node);

/** Make @p node a string of @p size bytes, whatever they are. What cannot be read is its state. */
void tr_read_counted_string(struct tr_reading *reading, const struct tr_bytes *bytes, uint64_t size,
                            const struct tr_encoding *encoding, struct tr_variable *node);

/** Mask strings that other variables name, too, when they lie where a secret lies. After all variables were read. */
void tr_mask_shared_secrets(struct tr_values *values);

/* reached.c */

/** Lines of a function that code below the position belongs to. */
struct tr_reached {
    const struct tr_function *function;
    const struct tr_frame_context *frame;
    int position;
    bool built, complete;
    struct tr_reached_row *rows; /* malloc */
    size_t count;
};

void tr_reached_deinit(struct tr_reached *reached);

/**
 * Whether a variable has no value yet where the frame is; only said when it can be told from the line table.
 *
 * @param[out] ret_reason  why it has none; or, with false returned, why that could not be told; NULL otherwise.
 */
bool tr_not_set_yet(struct tr_reached *reached, struct tr_values *values, const struct tr_scope_variable *variable,
                    const struct tr_place *place, const char **ret_reason);

/* frame.c */

/** A reading of a variable called @p name. @p limit: records of the stop that it may not pass. */
struct tr_reading tr_reading_begin(struct tr_values *values, struct tr_dwarf *dwarf, const char *name, size_t limit);

/** Whether frames and globals have used up their part of the stop's records; notes that something was cut. */
bool tr_values_full(struct tr_values *values);

/** Fill @p node from where its variable is, and remember the variable as one that may be pointed to. */
void tr_read_place(struct tr_reading *reading, Dwarf_Die *variable, const struct tr_place *place, const char *pointer,
                   struct tr_variable *node);

/* object.c */

/** The variable whose storage is [start, …) and has this name, if it was read. */
struct tr_named *tr_named_find(const struct tr_values *values, uint64_t start, const char *name);

/* region.c */

/** What sort of memory an address lies in: "stack", "heap", "static", "mapped"; NULL when unmapped. */
const char *tr_region_name(const struct tr_values *values, uint64_t address);

#endif
