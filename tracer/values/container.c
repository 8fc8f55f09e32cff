#include "values/container_internal.h"

#include <inttypes.h>
#include <string.h>

/*
 * A class of the library is added here: its name without template arguments, and its readers. Members are found by
 * name, as the printers of gdb that come with libstdc++ do; a class that has others is read as it is.
 */
static const struct container {
    const char *name;
    bool is_string;
    tr_container_reader *read, *libcxx; /* of libc++; NULL where it is read as the class that it is there */
} containers[] = {
    {"basic_string", true, tr_read_std_string, tr_read_libcxx_string},
    {"basic_string_view", true, tr_read_string_view, tr_read_libcxx_string_view},
    {"__cow_string", true, tr_read_cow_string, NULL},
    {"path", true, tr_read_path, NULL},
    {"basic_stringbuf", true, tr_read_string_stream, NULL},
    {"basic_stringstream", true, tr_read_string_stream, NULL},
    {"basic_ostringstream", true, tr_read_string_stream, NULL},
    {"basic_istringstream", true, tr_read_string_stream, NULL},
    {"vector", false, tr_read_vector, tr_read_libcxx_vector},
    {"array", false, tr_read_std_array, tr_read_libcxx_array},
    {"span", false, tr_read_span, NULL},
    {"valarray", false, tr_read_valarray, tr_read_libcxx_valarray},
    {"initializer_list", false, tr_read_initializer_list, NULL},
    {"bitset", false, tr_read_bitset, NULL},
    {"deque", false, tr_read_deque, tr_read_libcxx_deque},
    {"list", false, tr_read_list, tr_read_libcxx_list},
    {"forward_list", false, tr_read_forward_list, tr_read_libcxx_forward_list},
    {"set", false, tr_read_tree_set, tr_read_libcxx_set},
    {"multiset", false, tr_read_tree_set, tr_read_libcxx_set},
    {"map", false, tr_read_tree_map, tr_read_libcxx_map},
    {"multimap", false, tr_read_tree_map, tr_read_libcxx_map},
    {"unordered_set", false, tr_read_hash_set, tr_read_libcxx_hash_set},
    {"unordered_multiset", false, tr_read_hash_set, tr_read_libcxx_hash_set},
    {"unordered_map", false, tr_read_hash_map, tr_read_libcxx_hash_map},
    {"unordered_multimap", false, tr_read_hash_map, tr_read_libcxx_hash_map},
    {"stack", false, tr_read_adaptor, NULL},
    {"queue", false, tr_read_adaptor, NULL},
    {"priority_queue", false, tr_read_adaptor, NULL},
    {"pair", false, tr_read_pair, NULL},
    {"tuple", false, tr_read_tuple, tr_read_libcxx_tuple},
    {"optional", false, tr_read_optional, tr_read_libcxx_optional},
    {"variant", false, tr_read_variant, tr_read_libcxx_variant},
    {"unique_ptr", false, tr_read_unique_pointer, tr_read_libcxx_unique_pointer},
    {"shared_ptr", false, tr_read_shared_pointer, tr_read_libcxx_shared_pointer},
    {"weak_ptr", false, tr_read_shared_pointer, tr_read_libcxx_shared_pointer},
    {"__normal_iterator", false, tr_read_pointer_iterator, NULL},
    {"_Safe_iterator", false, tr_read_safe_iterator, NULL},
    {"_Safe_local_iterator", false, tr_read_safe_iterator, NULL},
    {"__wrap_iter", false, tr_read_pointer_iterator, NULL},
    {"__list_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__list_const_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__forward_list_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__forward_list_const_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__tree_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__tree_const_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__hash_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__hash_const_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__hash_local_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__hash_const_local_iterator", false, tr_read_libcxx_node_iterator, NULL},
    {"__map_iterator", false, tr_read_libcxx_map_iterator, NULL},
    {"__map_const_iterator", false, tr_read_libcxx_map_iterator, NULL},
    {"__hash_map_iterator", false, tr_read_libcxx_map_iterator, NULL},
    {"__hash_map_const_iterator", false, tr_read_libcxx_map_iterator, NULL},
    {"__deque_iterator", false, tr_read_deque_iterator, NULL},
    {"__bit_iterator", false, tr_read_bit_iterator, NULL},
    {"__bit_reference", false, tr_read_bit_reference, NULL},
    {"reverse_iterator", false, tr_read_reverse_iterator, NULL},
    {"move_iterator", false, tr_read_move_iterator, NULL},
    {"_Bit_iterator", false, tr_read_bit_iterator, NULL},
    {"_Bit_const_iterator", false, tr_read_bit_iterator, NULL},
    {"_Bit_reference", false, tr_read_bit_reference, NULL},
    {"reference", false, tr_read_bit_reference, NULL},
    {"_Deque_iterator", false, tr_read_deque_iterator, NULL},
    {"_List_iterator", false, tr_read_list_iterator, NULL},
    {"_List_const_iterator", false, tr_read_list_iterator, NULL},
    {"_Fwd_list_iterator", false, tr_read_forward_iterator, NULL},
    {"_Fwd_list_const_iterator", false, tr_read_forward_iterator, NULL},
    {"_Rb_tree_iterator", false, tr_read_tree_iterator, NULL},
    {"_Rb_tree_const_iterator", false, tr_read_tree_iterator, NULL},
    {"_Node_iterator", false, tr_read_hash_iterator, NULL},
    {"_Node_const_iterator", false, tr_read_hash_iterator, NULL},
    {"_Local_iterator", false, tr_read_hash_iterator, NULL},
    {"_Local_const_iterator", false, tr_read_hash_iterator, NULL},
    {"_Node_handle", false, tr_read_node_handle, NULL},
    {"__basic_node_handle", false, tr_read_node_handle, NULL},
    {"atomic", false, tr_read_atomic, tr_read_libcxx_atomic},
    {"atomic_flag", false, tr_read_atomic, tr_read_libcxx_atomic},
    {"function", false, tr_read_function_object, tr_read_libcxx_function},
    {"reference_wrapper", false, tr_read_reference_wrapper, NULL},
    {"complex", false, tr_read_complex, tr_read_libcxx_complex},
    {"any", false, tr_read_any, NULL},
    {"duration", false, tr_read_duration, NULL},
    {"time_point", false, tr_read_time_point, NULL},
    {"year", false, tr_read_calendar, NULL},
    {"month", false, tr_read_calendar, NULL},
    {"day", false, tr_read_calendar, NULL},
    {"weekday", false, tr_read_calendar, NULL},
    {"year_month", false, tr_read_calendar, NULL},
    {"month_day", false, tr_read_calendar, NULL},
    {"year_month_day", false, tr_read_calendar, NULL},
    {"strong_ordering", false, tr_read_ordering, NULL},
    {"weak_ordering", false, tr_read_ordering, NULL},
    {"partial_ordering", false, tr_read_ordering, NULL},
    {"error_code", false, tr_read_error_code, NULL},
    {"error_condition", false, tr_read_error_code, NULL},
    {"exception_ptr", false, tr_read_exception_pointer, NULL},
    {"exception", false, tr_read_bare_exception, NULL},
    {"bad_alloc", false, tr_read_bare_exception, NULL},
    {"bad_array_new_length", false, tr_read_bare_exception, NULL},
    {"bad_cast", false, tr_read_bare_exception, NULL},
    {"bad_typeid", false, tr_read_bare_exception, NULL},
    {"bad_exception", false, tr_read_bare_exception, NULL},
    {"bad_function_call", false, tr_read_bare_exception, NULL},
    {"bad_optional_access", false, tr_read_bare_exception, NULL},
    {"bad_any_cast", false, tr_read_bare_exception, NULL},
    {"bad_weak_ptr", false, tr_read_bare_exception, NULL},
    {"system_error", false, tr_read_system_error, NULL},
    {"filesystem_error", false, tr_read_system_error, NULL},
    {"future_error", false, tr_read_system_error, NULL},
    {"failure", false, tr_read_exception, NULL},
    {"regex_error", false, tr_read_exception, NULL},
    {"logic_error", false, tr_read_exception, NULL},
    {"domain_error", false, tr_read_exception, NULL},
    {"invalid_argument", false, tr_read_exception, NULL},
    {"length_error", false, tr_read_exception, NULL},
    {"out_of_range", false, tr_read_exception, NULL},
    {"runtime_error", false, tr_read_exception, NULL},
    {"range_error", false, tr_read_exception, NULL},
    {"overflow_error", false, tr_read_exception, NULL},
    {"underflow_error", false, tr_read_exception, NULL},
    {"future", false, tr_read_future, NULL},
    {"shared_future", false, tr_read_future, NULL},
    {"promise", false, tr_read_future, NULL},
    {"mutex", false, tr_read_mutex, NULL},
    {"recursive_mutex", false, tr_read_mutex, NULL},
    {"timed_mutex", false, tr_read_mutex, NULL},
    {"recursive_timed_mutex", false, tr_read_mutex, NULL},
    {"shared_mutex", false, tr_read_shared_mutex, NULL},
    {"shared_timed_mutex", false, tr_read_shared_mutex, NULL},
    {"thread", false, tr_read_thread, NULL},
    {"id", false, tr_read_thread_id, NULL},
    {"__thread_id", false, tr_read_thread_id, NULL},
};

bool tr_is_named(Dwarf_Die *type, const char *name)
{
    const char *own = dwarf_diename(type);
    size_t length = strlen(name);
    return own && strncmp(own, name, length) == 0 && (!own[length] || own[length] == '<');
}

/* @p type has no typedefs. */
static const struct container *find(const struct tr_reading *reading, Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    if (tag != DW_TAG_class_type && tag != DW_TAG_structure_type)
        return NULL;
    for (size_t i = 0; i < TR_COUNT(containers); i++) {
        if (!tr_is_named(type, containers[i].name))
            continue;
        const char *whole = tr_cached_name(reading->values, type);
        bool is_ours = strncmp(whole, "std::", 5) == 0 || strncmp(whole, "__gnu_", 6) == 0;
        return is_ours ? &containers[i] : NULL;
    }
    return NULL;
}

bool tr_member_number(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                      uint64_t *ret)
{
    Dwarf_Die member;
    struct tr_bytes there;
    unsigned char number[8];
    uint64_t size;
    if (!tr_find_member(reading, type, bytes, name, &member, &there) || !tr_value_size(reading, &member, &size) ||
        !size || size > sizeof(number) || tr_bytes_read_some(reading, &there, number, size) < size)
        return false;
    *ret = tr_load_unsigned(number, size);
    return true;
}

bool tr_member_word(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                    Dwarf_Die *ret_type, uint64_t *ret)
{
    Dwarf_Die member;
    struct tr_bytes there;
    unsigned char word[8];
    if (!tr_find_member(reading, type, bytes, name, &member, &there) ||
        tr_bytes_read_some(reading, &there, word, sizeof(word)) < sizeof(word))
        return false;
    if (ret_type)
        *ret_type = member;
    *ret = tr_load_unsigned(word, sizeof(word));
    return true;
}

bool tr_member_enter(const struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes, const char *name,
                     Dwarf_Die *ret_type, struct tr_bytes *ret_bytes)
{
    Dwarf_Die member;
    return tr_find_member(reading, type, bytes, name, &member, ret_bytes) && tr_strip(reading, &member, ret_type);
}

bool tr_pointee(const struct tr_reading *reading, Dwarf_Die *pointer, Dwarf_Die *ret)
{
    Dwarf_Die stripped;
    return tr_strip(reading, pointer, &stripped) && dwarf_tag(&stripped) == DW_TAG_pointer_type &&
           tr_type_of(&stripped, ret);
}

/* The template argument @p *index of the children of @p parent; *index is counted down. */
static bool find_argument(Dwarf_Die *parent, int tag, unsigned depth, unsigned *index, Dwarf_Die *ret)
{
    Dwarf_Die child;
    size_t seen = 0;
    if (dwarf_child(parent, &child) != 0)
        return false;
    do {
        if (dwarf_tag(&child) == tag && (*index)-- == 0) {
            *ret = child;
            return true;
        }
        if (dwarf_tag(&child) == DW_TAG_GNU_template_parameter_pack && !depth &&
            find_argument(&child, tag, depth + 1, index, ret))
            return true;
    } while (++seen < TR_LIMIT_TYPE_ENTRIES && dwarf_siblingof(&child, &child) == 0);
    return false;
}

static bool find_alias(Dwarf_Die *type, const char *alias, Dwarf_Die *ret)
{
    Dwarf_Die child, stripped;
    size_t seen = 0;
    if (dwarf_child(type, &child) != 0)
        return false;
    do {
        const char *name = dwarf_tag(&child) == DW_TAG_typedef ? dwarf_diename(&child) : NULL;
        if (!name || strcmp(name, alias) != 0 || !tr_type_of(&child, ret) || !tr_type_strip(ret, &stripped))
            continue;
        return dwarf_tag(&stripped) != DW_TAG_reference_type || tr_type_of(&stripped, ret);
    } while (++seen < TR_LIMIT_TYPE_ENTRIES && dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool tr_template_type(Dwarf_Die *type, unsigned index, const char *alias, Dwarf_Die *ret)
{
    Dwarf_Die argument;
    if (find_argument(type, DW_TAG_template_type_parameter, 0, &index, &argument))
        return tr_type_of(&argument, ret);
    return alias && find_alias(type, alias, ret);
}

bool tr_template_number(Dwarf_Die *type, uint64_t *ret)
{
    Dwarf_Die argument;
    unsigned index = 0;
    return find_argument(type, DW_TAG_template_value_parameter, 0, &index, &argument) &&
           tr_die_unsigned(&argument, DW_AT_const_value, ret);
}

const char *tr_impossible_size(const struct tr_reading *reading, uint64_t size)
{
    return tr_arena_printf(reading->values->arena, "its size, %" PRIu64 ", is larger than memory can be", size);
}

void tr_add_fact(struct tr_reading *reading, struct tr_variable *node, const char *name, const char *type_name,
                 enum tr_value_kind kind, const char *value)
{
    size_t rest;
    struct tr_variable *child = tr_child_begin(reading, node, name, type_name, 1, &rest);
    if (!child)
        return;
    child->kind = kind;
    child->value = value;
    tr_child_end(reading, rest);
}

bool tr_read_container(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                       struct tr_variable *node)
{
    const struct container *container = find(reading, type);
    return container && (container->read(reading, type, bytes, node) ||
                         (container->libcxx && container->libcxx(reading, type, bytes, node)));
}

bool tr_is_string_class(const struct tr_reading *reading, Dwarf_Die *type)
{
    Dwarf_Die stripped;
    const struct container *container = tr_strip(reading, type, &stripped) ? find(reading, &stripped) : NULL;
    return container && container->is_string;
}
