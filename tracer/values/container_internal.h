/*
 * What the readers of the standard library's classes share. Members are found by their names in libstdc++; the layout
 * of nodes is fixed by its ABI, and debug information often lacks it (clang defines only classes that it constructs).
 */
#ifndef TR_VALUES_CONTAINER_INTERNAL_H
#define TR_VALUES_CONTAINER_INTERNAL_H

#include "values/format.h"
#include "values/values_internal.h"

#include "symbols/type.h"

/**
 * Reader of one class.
 *
 * @return false, and @p node unchanged, when it does not look like that class inside.
 */
typedef bool tr_container_reader(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                                 struct tr_variable *node);

/* container_string.c */
tr_container_reader tr_read_std_string, tr_read_string_view, tr_read_cow_string, tr_read_path;
/* container_sequence.c */
tr_container_reader tr_read_vector, tr_read_std_array, tr_read_span, tr_read_valarray, tr_read_initializer_list;
/* container_stream.c */
tr_container_reader tr_read_string_stream;
/* container_bits.c */
tr_container_reader tr_read_bitset, tr_read_bit_iterator, tr_read_bit_reference;
/* container_deque.c */
tr_container_reader tr_read_deque, tr_read_deque_iterator;
/* container_list.c */
tr_container_reader tr_read_list, tr_read_forward_list, tr_read_list_iterator, tr_read_forward_iterator;
/* container_tree.c */
tr_container_reader tr_read_tree_set, tr_read_tree_map, tr_read_tree_iterator;
/* container_hash.c */
tr_container_reader tr_read_hash_set, tr_read_hash_map, tr_read_hash_iterator;
/* container_tuple.c */
tr_container_reader tr_read_pair, tr_read_tuple;
/* container_alternative.c */
tr_container_reader tr_read_optional, tr_read_variant;
/* container_pointer.c */
tr_container_reader tr_read_unique_pointer, tr_read_shared_pointer, tr_read_atomic_shared;
/* container_iterator.c */
tr_container_reader tr_read_pointer_iterator, tr_read_reverse_iterator, tr_read_move_iterator, tr_read_safe_iterator;
/* container_wrapper.c */
tr_container_reader tr_read_adaptor, tr_read_atomic, tr_read_reference_wrapper, tr_read_complex;
/* container_function.c */
tr_container_reader tr_read_function_object;
/* container_future.c */
tr_container_reader tr_read_future;
/* container_handle.c */
tr_container_reader tr_read_node_handle;
/* container_any.c */
tr_container_reader tr_read_any;
/* container_time.c */
tr_container_reader tr_read_duration, tr_read_time_point;
/* container_calendar.c */
tr_container_reader tr_read_calendar, tr_read_ordering;
/* container_exception.c */
tr_container_reader tr_read_exception, tr_read_bare_exception, tr_read_system_error, tr_read_error_code,
    tr_read_exception_pointer;
/* container_libcxx.c */
tr_container_reader tr_read_libcxx_string, tr_read_libcxx_string_view, tr_read_libcxx_vector, tr_read_libcxx_array,
    tr_read_libcxx_list, tr_read_libcxx_set, tr_read_libcxx_map, tr_read_libcxx_optional, tr_read_libcxx_unique_pointer,
    tr_read_libcxx_shared_pointer, tr_read_libcxx_valarray;
/* container_libcxx_nodes.c */
tr_container_reader tr_read_libcxx_deque, tr_read_libcxx_forward_list, tr_read_libcxx_hash_set, tr_read_libcxx_hash_map;
/* container_libcxx_wrapper.c */
tr_container_reader tr_read_libcxx_tuple, tr_read_libcxx_variant, tr_read_libcxx_function, tr_read_libcxx_atomic,
    tr_read_libcxx_complex;
/* container_libcxx_iterator.c */
tr_container_reader tr_read_libcxx_node_iterator, tr_read_libcxx_map_iterator;
/* container_thread.c */
tr_container_reader tr_read_mutex, tr_read_shared_mutex, tr_read_thread, tr_read_thread_id;

/* Larger than any address space: an object that was never constructed, or is no longer one. */
enum { TR_SIZE_BITS = 47 };

/** A member that is a word: a pointer or a size. @p ret_type is its type as written; may be NULL. */
bool tr_member_word(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                    Dwarf_Die *ret_type, uint64_t *ret);

/** A member that is an unsigned number of up to 8 bytes. */
bool tr_member_number(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                      uint64_t *ret);

/** The member called @p name, with its type stripped. */
bool tr_member_enter(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                     Dwarf_Die *ret_type, struct tr_bytes *ret_bytes);

/** What the type of a pointer points to. */
bool tr_pointee(const struct tr_reading *reading, Dwarf_Die *pointer, Dwarf_Die *ret);

/**
 * The argument @p index of a class template, a type; those of a pack are counted singly.
 *
 * @param alias  a typedef inside of the class for that type or a reference to it: gcc leaves the arguments of some
 * classes out. NULL when there is none.
 */
bool tr_template_type(Dwarf_Die *type, unsigned index, const char *alias, Dwarf_Die *ret);

/** The first template argument that is a number. */
bool tr_template_number(Dwarf_Die *type, uint64_t *ret);

/** Whether the DIE's own name is @p name, with or without template arguments behind. */
bool tr_is_named(Dwarf_Die *type, const char *name);

/** Read @p count elements that lie in a row. What memory cannot hold is shown as far as it is there. */
void tr_read_contiguous(struct tr_reading *reading, Dwarf_Die *element, uint64_t address, uint64_t count,
                        struct tr_variable *node);

/** Add a child "[index]". @return false when no record is left. */
bool tr_add_element(struct tr_reading *reading, struct tr_variable *node, uint64_t index, Dwarf_Die *element,
                    uint64_t address, size_t siblings);

/** Add a child with a value that was found out. Nothing happens when no record is left. */
void tr_add_fact(struct tr_reading *reading, struct tr_variable *node, const char *name, const char *type_name,
                 enum tr_value_kind kind, const char *value);

/** Read bits as booleans. @p first: bit of the first byte that is element 0. */
void tr_read_booleans(struct tr_reading *reading, const struct tr_bytes *bytes, unsigned first, uint64_t count,
                      struct tr_variable *node);

/** What is said of a size that cannot be. */
const char *tr_impossible_size(const struct tr_reading *reading, uint64_t size);

/** How the nodes of a tree are laid out: 4 words, then the element. */
struct tr_tree_layout {
    unsigned parent, left, right;
    unsigned root;   /* word of the container's own node that leads to the root */
    uint64_t header; /* bytes before the element's, which is aligned */
};

/** A walk over nodes that are linked. */
struct tr_walk {
    struct tr_reading *reading;
    /** Go to the next node. @return false at the end, or, with `broken` set, when the links lead nowhere. */
    bool (*next)(struct tr_walk *walk, uint64_t *ret_node);
    uint64_t at, head;                   /* node before the next one; the container's own */
    unsigned next_word;                  /* of a ring: the link that leads on, 0 or 1 */
    const struct tr_tree_layout *layout; /* of a tree */
    const char *broken;
    uint64_t steps, mark; /* nodes walked; one of them, to notice a circle */
};

/** The next node of a tree in order, by its layout; at its own node that leads to the first. */
bool tr_next_of_tree(struct tr_walk *walk, uint64_t *ret_node);

/**
 * Read the elements of a container of nodes, up to the caps.
 *
 * @param count    elements that it says it has; UINT64_MAX when it does not say.
 * @param offset   of the element in its node.
 * @param key      first type of a pair, when the container is a map: @p element is then the second; NULL otherwise.
 */
void tr_read_nodes(struct tr_reading *reading, struct tr_walk *walk, uint64_t count, uint64_t offset, Dwarf_Die *key,
                   Dwarf_Die *element, struct tr_variable *node);

/** Offset of an element of type @p element behind the @p header bytes of its node. */
uint64_t tr_node_offset(const struct tr_reading *reading, Dwarf_Die *element, uint64_t header);

/** Make @p node the text of @p length characters of the type @p character at @p address. @return false for other types.
 */
bool tr_read_text(struct tr_reading *reading, Dwarf_Die *character, uint64_t address, uint64_t length,
                  struct tr_variable *node);

/** Make @p node the text of @p length characters at @p address, however they came there. */
void tr_read_characters(struct tr_reading *reading, uint64_t address, const struct tr_encoding *encoding,
                        uint64_t length, struct tr_variable *node);

/** What characters a class is a template of, by its name: where debug information only declares it, that is all there
 * is. */
bool tr_named_encoding(Dwarf_Die *type, struct tr_encoding *ret);

/** Make @p node the text of the string of libc++ at @p address, whose 3 words are @p raw. */
void tr_read_libcxx_text(struct tr_reading *reading, uint64_t address, const unsigned char *raw,
                         const struct tr_encoding *encoding, struct tr_variable *node);

/** Make @p node a vector of what lies between two pointers. */
void tr_read_between(struct tr_reading *reading, Dwarf_Die *element, uint64_t start, uint64_t finish,
                     struct tr_variable *node);

/** Make @p node an optional: @p value at @p bytes, if @p engaged is 1. */
void tr_read_engaged(struct tr_reading *reading, Dwarf_Die *value, const struct tr_bytes *bytes, uint64_t engaged,
                     struct tr_variable *node);

/** A pointer whose object is owned together with others, as a shared_ptr or a weak_ptr has it. */
struct tr_shared {
    Dwarf_Die target;
    uint64_t address, counts; /* the object, and where the owners are counted; 0 when there are none */
    bool has_counts;          /* they could be read */
    int64_t owners, watchers;
};

/** Make @p node the shared_ptr or weak_ptr @p type. */
void tr_read_shared(struct tr_reading *reading, Dwarf_Die *type, struct tr_shared *shared, struct tr_variable *node);

/** Make @p node the unique_ptr @p type whose @p pointer is at @p bytes. @return false when it is no pointer. */
bool tr_read_owner(struct tr_reading *reading, Dwarf_Die *type, Dwarf_Die *pointer, const struct tr_bytes *bytes,
                   struct tr_variable *node);

/** Make @p node the map or set (@p is_map) @p type, with the container's own node at @p head. @return false when it is
 * none. */
bool tr_read_tree(struct tr_reading *reading, Dwarf_Die *type, bool is_map, const struct tr_tree_layout *layout,
                  uint64_t head, uint64_t count, struct tr_variable *node);

/** Make @p node the list whose own node is at @p head: each begins with two links, of which word @p next leads on. */
void tr_read_ring(struct tr_reading *reading, Dwarf_Die *element, uint64_t head, unsigned next, uint64_t count,
                  struct tr_variable *node);

/** The elements of a deque: in blocks, whose addresses lie in a row. */
struct tr_blocks {
    uint64_t map, start;      /* where these addresses are; number of the first element, from the first block on */
    uint64_t per_block, size; /* elements; bytes of one */
};

/** Make @p node a deque of @p count elements. */
void tr_read_blocks(struct tr_reading *reading, const struct tr_blocks *blocks, Dwarf_Die *element, uint64_t count,
                    struct tr_variable *node);

/** Make @p node the list whose first link is at @p head: each node has one, and NULL ends the chain. */
void tr_read_chain(struct tr_reading *reading, Dwarf_Die *element, uint64_t head, struct tr_variable *node);

/** A hash table: one chain, whose nodes have @p header bytes before the element. */
struct tr_table {
    uint64_t before, count, header; /* before: where the link to the first node is */
};

/** Make @p node the map or set (@p is_map) @p type. @return false when it is none. */
bool tr_read_table(struct tr_reading *reading, Dwarf_Die *type, bool is_map, const struct tr_table *table,
                   struct tr_variable *node);

/**
 * In libc++ the first part of the pair that the member @p name is, or, since version 20, the member itself.
 */
bool tr_libcxx_first(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                     Dwarf_Die *ret_type, struct tr_bytes *ret_bytes);

/** Add the elements of a tuple: @p at finds one by its number, and fails behind the last. */
typedef bool tr_tuple_at(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                         unsigned index, Dwarf_Die *ret_type, struct tr_bytes *ret_bytes);
bool tr_read_elements_of_tuple(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                               tr_tuple_at *at, struct tr_variable *node);

/** Make @p node a variant that holds @p value at @p bytes. */
bool tr_read_active(struct tr_reading *reading, Dwarf_Die *value, const struct tr_bytes *bytes,
                    struct tr_variable *node);

/** Make @p node a function object that holds a @p held at @p bytes: what is called, and an object with its members. */
void tr_read_held(struct tr_reading *reading, Dwarf_Die *held, const struct tr_bytes *bytes, struct tr_variable *node);

/** Make @p node the string of the older ABI whose pointer is at @p bytes. */
void tr_read_cow_text(struct tr_reading *reading, const struct tr_bytes *bytes, struct tr_variable *node);

/** The class whose member function has its code at @p address, in the debug information that is being read. */
bool tr_class_of_code(const struct tr_reading *reading, uint64_t address, Dwarf_Die *ret);

/** Where the element before an iterator's lies. */
struct tr_position {
    Dwarf_Die element;
    uint64_t address;
    bool is_end;  /* there is none */
    bool is_sure; /* where there is none, is_end is set */
};

typedef bool tr_position_before(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                                struct tr_position *ret);
tr_position_before tr_before_in_deque, tr_before_in_list, tr_before_in_tree;
tr_position_before tr_before_in_libcxx_deque, tr_before_in_libcxx_list, tr_before_in_libcxx_tree,
    tr_before_in_libcxx_map;

/** Elements of @p size bytes in a block of a deque of libc++. @p size is not 0. */
uint64_t tr_libcxx_per_block(uint64_t size);

/** What an element of a map of libc++ is wrapped in: @p type becomes the pair. */
bool tr_libcxx_unwrap(const struct tr_reading *reading, Dwarf_Die *type);

/** Make @p node one with the value @p address and the child "*" at that address, of its class proper. */
void tr_read_target(struct tr_reading *reading, Dwarf_Die *target, uint64_t address, struct tr_variable *node);

/** The first element of a tuple, such as a unique_ptr's pointer. @p type: the tuple, stripped. */
bool tr_tuple_element(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, unsigned index,
                      Dwarf_Die *ret_type, struct tr_bytes *ret_bytes);

#endif
