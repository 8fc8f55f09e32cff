/* What the operators of the standard library's classes (libstdc++) give: found by the names of their members. */
#include "syntax/evaluator.h"

#include "symbols/type.h"

#include <string.h>

/* A class is added here: its name in namespace std, and the pointer that operator*, operator-> or operator[] start
 * from. */
static const struct container {
    const char *name;
    const char *pointer; /* first element, or target */
    const char *end;     /* behind the last element; NULL when it has none */
    bool is_sequence;    /* has operator[] */
} containers[] = {
    {"vector", "_M_start", "_M_finish", true},
    {"basic_string", "_M_p", NULL, true},
    {"basic_string_view", "_M_str", NULL, true},
    {"span", "_M_ptr", NULL, true},
    {"initializer_list", "_M_array", NULL, true},
    {"unique_ptr", "_M_head_impl", NULL, true},
    {"shared_ptr", "_M_ptr", NULL, true},
    {"__shared_ptr", "_M_ptr", NULL, true},
    {"__normal_iterator", "_M_current", NULL, true},
    {"reverse_iterator", NULL, NULL, false},
};

/* The class's own name, as its DIE has it: "basic_string<…>", "__normal_iterator<…>"; "" for one outside of the library.
   The shown name, which is short ("std::string", "std::vector<int>::iterator"), tells only whose it is. */
static const char *class_name(struct evaluator *evaluator, const struct typed *value)
{
    static const char qualifier[] = "const ";
    struct type_view view;
    Dwarf_Die type;
    ctype_view(evaluator, &value->type, &view);
    if (view.class != CLASS_STRUCT || !ctype_whole(&view.type) || !tr_type_strip(ctype_whole(&view.type), &type))
        return "";
    const char *shown = ctype_name(evaluator, &view.type);
    if (strncmp(shown, qualifier, sizeof(qualifier) - 1) == 0)
        shown += sizeof(qualifier) - 1;
    if (strncmp(shown, "std::", 5) != 0 && strncmp(shown, "__gnu_cxx::", 11) != 0)
        return "";
    const char *name = dwarf_diename(&type);
    return name ? name : "";
}

static bool is_class(const char *name, const char *wanted)
{
    size_t length = strlen(wanted);
    return strncmp(name, wanted, length) == 0 && (name[length] == '<' || !name[length]);
}

static const struct container *container_of(struct evaluator *evaluator, const struct typed *value)
{
    const char *name = class_name(evaluator, value);
    for (size_t i = 0; i < TR_COUNT(containers); i++)
        if (is_class(name, containers[i].name))
            return &containers[i];
    return NULL;
}

static bool unknown(struct evaluator *evaluator, const struct typed *base, struct typed *ret)
{
    typed_unavailable(ret, tr_arena_printf(evaluator->arena, "an operator of %s is a call, which is not repeated",
                                           ctype_name(evaluator, &base->type)));
    return false;
}

/* @return false with the reason in @p ret. */
static bool load_pointer(struct evaluator *evaluator, const struct typed *base, const char *name, struct scalar *loaded,
                         struct typed *ret)
{
    struct typed pointer, failure = {.state = TR_STATE_OK};
    if (!member_search_pointer(evaluator, base, name, &pointer))
        return unknown(evaluator, base, ret);
    if (scalar_load(evaluator, &pointer, loaded, &failure))
        return true;
    typed_unavailable(ret, failure.reason);
    return false;
}

/* std::array keeps its elements inside. */
static bool inner_array(struct evaluator *evaluator, const struct typed *base, struct typed *ret)
{
    struct member_place place;
    if (!is_class(class_name(evaluator, base), "array") ||
        member_find(evaluator, &base->type, base, "_M_elems", &place))
        return false;
    member_of(evaluator, base, &place, ret);
    return true;
}

bool container_subscript(struct evaluator *evaluator, const struct typed *base, const struct scalar *index,
                         struct typed *ret)
{
    const struct container *container = container_of(evaluator, base);
    struct scalar first;
    struct typed array, failure = {.state = TR_STATE_OK};
    struct ctype element;
    uint64_t size;
    if (index->class != CLASS_INTEGER)
        return unknown(evaluator, base, ret);
    if (inner_array(evaluator, base, &array)) {
        if (!scalar_load(evaluator, &array, &first, &failure)) {
            typed_unavailable(ret, failure.reason);
            return false;
        }
    } else if (!container || !container->is_sequence) {
        return unknown(evaluator, base, ret);
    } else if (!load_pointer(evaluator, base, container->pointer, &first, ret)) {
        return false;
    }
    /* clang leaves out the members of classes that are nowhere used by value; the first element has no need of a size. */
    if (!ctype_target(evaluator, &first.type, &element) || (!ctype_size(evaluator, &element, &size) && index->word))
        return unknown(evaluator, base, ret);
    typed_lvalue(evaluator, &element, first.word + (index->word ? index->word * size : 0), ret);
    ret->is_secret = base->is_secret;
    return true;
}

/* How values/ is told of a value of this statement. */
static struct tr_shown shown_of(struct evaluator *evaluator, const struct typed *value)
{
    return (struct tr_shown){.dwarf = evaluator->dwarf,
                             .function = evaluator->function,
                             .frame = evaluator->context,
                             .in_memory = value->in_memory,
                             .address = value->address,
                             .bytes = value->bytes,
                             .size = value->size,
                             .missing = value->missing};
}

/* values/ can read more iterators than there are rows for here, and maps. */
static bool find_lead(struct evaluator *evaluator, const struct typed *base, const char *key, struct typed *ret)
{
    struct ctype type = base->type;
    Dwarf_Die *whole = ctype_whole(&type), die;
    const struct tr_shown shown = shown_of(evaluator, base);
    uint64_t address;
    if (!whole || !*class_name(evaluator, base) ||
        !tr_show_lead(evaluator->values, whole, &shown, key, &die, &address))
        return false;
    struct ctype target = ctype_die(&die);
    typed_lvalue(evaluator, &target, address, ret);
    ret->is_secret = base->is_secret;
    return true;
}

bool container_mapped(struct evaluator *evaluator, const struct typed *base, const struct tr_evaluated *key,
                      struct typed *ret)
{
    bool is_known = base->state == TR_STATE_OK && key && key->value && key->state == TR_STATE_OK;
    /* A long text is cut, and two of them may be cut to the same. */
    return is_known && !strstr(key->value, "...") && find_lead(evaluator, base, key->value, ret);
}

bool container_dereference(struct evaluator *evaluator, const struct typed *base, struct typed *ret)
{
    const struct container *container = container_of(evaluator, base);
    struct scalar pointer;
    struct ctype target;
    if (!container || !container->pointer)
        return find_lead(evaluator, base, NULL, ret) || unknown(evaluator, base, ret);
    if (!load_pointer(evaluator, base, container->pointer, &pointer, ret))
        return false;
    if (!ctype_target(evaluator, &pointer.type, &target))
        return unknown(evaluator, base, ret);
    typed_lvalue(evaluator, &target, pointer.word, ret);
    ret->is_secret = base->is_secret;
    return true;
}

static bool sequence_size(struct evaluator *evaluator, const struct typed *base, uint64_t *ret)
{
    const struct container *container = container_of(evaluator, base);
    struct typed array, ignored = {.state = TR_STATE_OK};
    struct scalar first, end;
    struct ctype element;
    uint64_t size;
    if (inner_array(evaluator, base, &array))
        return ctype_elements(evaluator, &array.type, ret);
    if (!container || !container->end || !load_pointer(evaluator, base, container->pointer, &first, &ignored) ||
        !load_pointer(evaluator, base, container->end, &end, &ignored) ||
        !ctype_target(evaluator, &first.type, &element) || !ctype_size(evaluator, &element, &size) || !size ||
        end.word < first.word || (end.word - first.word) % size)
        return false;
    *ret = (end.word - first.word) / size;
    return true;
}

/* values/ counts the elements of more classes than there are operators for here. */
static bool counted(struct evaluator *evaluator, const struct typed *base, uint64_t *ret)
{
    struct ctype type = base->type;
    Dwarf_Die *whole = ctype_whole(&type);
    const struct tr_shown shown = shown_of(evaluator, base);
    if (!whole || !*class_name(evaluator, base))
        return false;
    const struct tr_variable *variable = tr_show_value(evaluator->values, whole, &shown);
    *ret = (uint64_t)variable->size.value;
    return variable->size.known && (variable->state == TR_STATE_OK || variable->state == TR_STATE_PARTIAL);
}

bool container_size(struct evaluator *evaluator, const struct typed *base, uint64_t *ret)
{
    return sequence_size(evaluator, base, ret) || counted(evaluator, base, ret);
}

enum method { METHOD_SIZE, METHOD_EMPTY, METHOD_FIRST, METHOD_LAST, METHOD_POINTER, METHOD_END };

/* Member functions without arguments that only look. */
static const struct {
    const char *name;
    enum method method;
} methods[] = {
    {"size", METHOD_SIZE}, {"length", METHOD_SIZE},  {"empty", METHOD_EMPTY},   {"front", METHOD_FIRST},
    {"back", METHOD_LAST}, {"data", METHOD_POINTER}, {"c_str", METHOD_POINTER}, {"get", METHOD_POINTER},
    {"begin", METHOD_POINTER}, {"cbegin", METHOD_POINTER}, {"end", METHOD_END},    {"cend", METHOD_END},
};

static bool element_at(struct evaluator *evaluator, const struct typed *base, uint64_t index, struct typed *ret)
{
    const struct scalar number = {.class = CLASS_INTEGER, .size = 8, .word = index};
    return container_subscript(evaluator, base, &number, ret);
}

/* Iterators of a sequence are told as what they are inside: pointers to its elements. */
static bool look_at_pointer(struct evaluator *evaluator, const struct typed *base, bool is_end, struct typed *ret)
{
    const struct container *container = container_of(evaluator, base);
    const char *member = !container ? NULL : is_end ? container->end : container->pointer;
    struct scalar pointer;
    if (!member || !load_pointer(evaluator, base, member, &pointer, ret))
        return false;
    typed_pointer(&pointer.type, pointer.word, ret);
    return true;
}

/* front() and back() of an empty sequence are computed as the library computes them. */
static bool look(struct evaluator *evaluator, const struct typed *base, enum method method, struct typed *ret)
{
    uint64_t size;
    if (method == METHOD_FIRST)
        return element_at(evaluator, base, 0, ret);
    if (method == METHOD_POINTER || method == METHOD_END)
        return look_at_pointer(evaluator, base, method == METHOD_END, ret);
    if (!container_size(evaluator, base, &size))
        return false;
    if (method == METHOD_LAST)
        return element_at(evaluator, base, size - 1, ret);
    typed_integer(method == METHOD_SIZE ? BASIC_UNSIGNED_LONG : BASIC_BOOL, method == METHOD_SIZE ? size : !size, ret);
    return true;
}

bool container_method(struct evaluator *evaluator, const struct typed *base, const char *name, struct typed *ret)
{
    if (!*class_name(evaluator, base))
        return false;
    for (size_t i = 0; i < TR_COUNT(methods); i++)
        if (strcmp(methods[i].name, name) == 0)
            return look(evaluator, base, methods[i].method, ret);
    return false;
}
