/*
 * The library's exceptions, which programs rarely describe: behind the pointer to the virtual table lies the text that
 * what() returns, in the older ABI of strings (libstdc++'s include/std/stdexcept).
 */
#include "values/container_internal.h"

bool tr_read_exception(struct tr_reading *reading, Dwarf_Die *type, const struct tr_bytes *bytes,
                       struct tr_variable *node)
{
    enum { TEXT = 8 };
    struct tr_bytes text = tr_bytes_at(bytes, TEXT);
    size_t rest;
    (void)type;
    struct tr_variable *what = tr_child_begin(reading, node, "what", "std::string", 1, &rest);
    if (!what) {
        node->omitted_children = tr_number(1);
        return true;
    }
    tr_read_cow_text(reading, &text, what);
    tr_child_end(reading, rest);
    tr_sum_states(node);
    return true;
}
