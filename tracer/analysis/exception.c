#include "analysis/exception.h"

#include "analysis/throw_places.h"
#include "analysis/type_info.h"
#include "arch/follow.h"
#include "base/cleanup.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "symbols/short_name.h"
#include "symbols/symbol.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

/*
 * Layout of __cxa_exception on LP64, GCC 4.3 and later (libsupc++/unwind-cxx.h): exceptionType 0, …, unwindHeader 80,
 * whose first word is the class of the exception; the object follows the header. The last byte of the class is 1 for a
 * "dependent" exception, which stands for the object that its first word points to (std::rethrow_exception).
 */
enum {
    UNWIND_HEADER = 80,
    HEADER_SIZE = 112,
    WHAT_SLOT = 16,   /* in a table of virtual functions: after the two destructors (Itanium C++ ABI, 2.5) */
    NESTED_SLOT = 8,  /* std::nested_exception: its std::exception_ptr, behind the table's address */
    SCAN_BYTES = 128 * 1024,
    TEXT_BYTES = 512,
};

static const uint64_t GNU_CLASS = UINT64_C(0x474e5543432b2b00); /* "GNUCC++\0" */

struct thrown {
    uint64_t type, object; /* tracee space */
    bool alone;            /* no other exception could be meant */
};

static bool read_word(struct tr_analysis *analysis, uint64_t address, uint64_t *ret)
{
    return tr_memory_read_u64(analysis->memory, address, ret);
}

static const char *read_text(struct tr_analysis *analysis, uint64_t address)
{
    size_t size;
    bool terminated;
    return tr_memory_read_string(analysis->memory, analysis->arena, address, TEXT_BYTES, &size, &terminated);
}

/* ---- where it is ---- */

/* Take the exception whose header is at @p header, when it is one of the GNU runtime. */
static bool take(struct tr_analysis *analysis, uint64_t header, struct thrown *ret)
{
    uint64_t class, first;
    if (!read_word(analysis, header + UNWIND_HEADER, &class) || (class & ~UINT64_C(0xff)) != GNU_CLASS ||
        !read_word(analysis, header, &first))
        return false;
    ret->object = header + HEADER_SIZE;
    ret->type = first;
    if ((class & 0xff) == 1) {
        ret->object = first;
        return read_word(analysis, first - HEADER_SIZE, &ret->type);
    }
    return true;
}

/*
 * The runtime's own record, struct __cxa_eh_globals { caughtExceptions, uncaughtExceptions }: thread-local, and
 * exported by no name. __cxa_get_globals_fast begins with lea disp(%rip),%rdi, the address of its pair of module id and
 * offset.
 */
static bool globals_address(struct tr_analysis *analysis, uint64_t fs_base, uint64_t *ret)
{
    enum { CODE = 32, LEA = 7, MODULES = 4096, DTV_ENTRY = 16 };
    static const unsigned char lea[] = {0x48, 0x8d, 0x3d};
    struct tr_image *image;
    struct tr_symbol symbol;
    unsigned char code[CODE];
    if (!tr_symbol_find(analysis->images, "__cxa_get_globals_fast", &image, &symbol) ||
        !tr_memory_read(analysis->memory, symbol.address, code, sizeof(code)))
        return false;
    const unsigned char *at = memmem(code, sizeof(code), lea, sizeof(lea));
    if (!at || at + LEA > code + sizeof(code))
        return false;
    int32_t displacement;
    memcpy(&displacement, at + sizeof(lea), sizeof(displacement));
    uint64_t pair = symbol.address + (uint64_t)(at - code) + LEA + (uint64_t)(int64_t)displacement;
    uint64_t module, offset, dtv, block;
    if (!read_word(analysis, pair, &module) || !read_word(analysis, pair + 8, &offset) || !module || module > MODULES ||
        !read_word(analysis, fs_base + 8, &dtv) || !read_word(analysis, dtv + DTV_ENTRY * module, &block) ||
        block == UINT64_MAX)
        return false;
    *ret = block + offset;
    return true;
}

static bool from_globals(struct tr_analysis *analysis, uint64_t fs_base, struct thrown *ret)
{
    uint64_t globals, header;
    ret->alone = true;
    return globals_address(analysis, fs_base, &globals) && read_word(analysis, globals, &header) && header &&
           take(analysis, header, ret);
}

/* The frames between throw and abort keep a pointer to the header: any word of the stack that points to the class word.
 */
static bool from_stack(struct tr_analysis *analysis, uint64_t sp, struct thrown *ret)
{
    uint64_t *words = tr_arena_alloc(analysis->arena, SCAN_BYTES);
    size_t count = tr_memory_read_some(analysis->memory, sp & ~UINT64_C(7), words, SCAN_BYTES) / sizeof(*words);
    bool found = false;
    ret->alone = true;
    for (size_t i = 0; i < count; i++) {
        struct thrown other;
        if (words[i] % 16 || words[i] <= SCAN_BYTES || !take(analysis, words[i] - UNWIND_HEADER, &other))
            continue;
        if (found && other.object != ret->object)
            ret->alone = false;
        if (!found)
            *ret = (struct thrown){other.type, other.object, ret->alone};
        found = true;
    }
    return found;
}

/* ---- what it is ---- */

/* What what() would return, without calling it. @p object: of its std::exception. */
static const char *text_of_what(struct tr_analysis *analysis, uint64_t object)
{
    uint64_t table, what, text;
    if (!read_word(analysis, object, &table) || !read_word(analysis, table + WHAT_SLOT, &what) ||
        !tr_follow_call(tr_analysis_read, analysis->memory, what, object, 0, &text))
        return NULL;
    return read_text(analysis, text);
}

/* A thrown number or pointer, which debug information does not list by name. */
static const struct {
    const char *mangled, *name;
    enum { IS_SIGNED, IS_UNSIGNED, IS_BOOLEAN, IS_FLOAT, IS_TEXT } class;
    unsigned size;
} scalars[] = {
    {"i", "int", IS_SIGNED, 4},
    {"j", "unsigned int", IS_UNSIGNED, 4},
    {"l", "long", IS_SIGNED, 8},
    {"m", "unsigned long", IS_UNSIGNED, 8},
    {"x", "long long", IS_SIGNED, 8},
    {"y", "unsigned long long", IS_UNSIGNED, 8},
    {"s", "short", IS_SIGNED, 2},
    {"t", "unsigned short", IS_UNSIGNED, 2},
    {"a", "signed char", IS_SIGNED, 1},
    {"h", "unsigned char", IS_UNSIGNED, 1},
    {"c", "char", IS_SIGNED, 1},
    {"b", "bool", IS_BOOLEAN, 1},
    {"f", "float", IS_FLOAT, 4},
    {"d", "double", IS_FLOAT, 8},
    {"PKc", "const char *", IS_TEXT, 8},
    {"Pc", "char *", IS_TEXT, 8},
};
static const char string_class[] = "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";

static const char *quoted(struct tr_analysis *analysis, const char *text)
{
    tr_auto_str struct tr_str str = {0};
    tr_str_add_char(&str, '"');
    tr_str_add_escaped(&str, text, strlen(text));
    tr_str_add_char(&str, '"');
    return tr_arena_strdup(analysis->arena, tr_str_text(&str));
}

static const char *scalar_value(struct tr_analysis *analysis, size_t index, uint64_t object)
{
    unsigned size = scalars[index].size, unused = 64 - 8 * size;
    uint64_t word = 0;
    double number;
    float small;
    if (!tr_memory_read(analysis->memory, object, &word, size))
        return NULL;
    switch (scalars[index].class) {
    case IS_SIGNED:
        return tr_arena_printf(analysis->arena, "%" PRId64, (int64_t)(word << unused) >> unused);
    case IS_UNSIGNED:
        return tr_arena_printf(analysis->arena, "%" PRIu64, word);
    case IS_BOOLEAN:
        return word ? "true" : "false";
    case IS_FLOAT:
        memcpy(&number, &word, sizeof(number));
        memcpy(&small, &word, sizeof(small));
        return tr_arena_printf(analysis->arena, "%.9g", size == sizeof(small) ? (double)small : number);
    default: {
        const char *text = read_text(analysis, word);
        return text ? quoted(analysis, text) : tr_arena_printf(analysis->arena, "0x%" PRIx64, word);
    }
    }
}

static struct tr_variable *new_value(struct tr_analysis *analysis, const char *type, const char *value,
                                     enum tr_value_kind kind, uint64_t object)
{
    struct tr_variable *variable = tr_arena_new(analysis->arena, struct tr_variable);
    *variable = (struct tr_variable){.name = "exception",
                                     .type = type,
                                     .kind = kind,
                                     .value = value,
                                     .state = value ? TR_STATE_OK : TR_STATE_UNREADABLE,
                                     .address = tr_word(object)};
    return variable;
}

static struct tr_variable *read_value(struct tr_analysis *analysis, const char *mangled, const char *type,
                                      uint64_t object)
{
    static const enum tr_value_kind kinds[] = {
        [IS_SIGNED] = TR_VALUE_INTEGER, [IS_UNSIGNED] = TR_VALUE_INTEGER, [IS_BOOLEAN] = TR_VALUE_BOOLEAN,
        [IS_FLOAT] = TR_VALUE_FLOAT,    [IS_TEXT] = TR_VALUE_STRING,
    };
    uint64_t word;
    for (size_t i = 0; i < TR_COUNT(scalars); i++)
        if (strcmp(scalars[i].mangled, mangled) == 0)
            return new_value(analysis, scalars[i].name, scalar_value(analysis, i, object), kinds[scalars[i].class],
                             object);
    if (strcmp(mangled, string_class) == 0) {
        const char *text = read_word(analysis, object, &word) ? read_text(analysis, word) : NULL;
        return new_value(analysis, "std::string", text ? quoted(analysis, text) : NULL, TR_VALUE_STRING, object);
    }
    if (mangled[0] == 'P') {
        const char *value =
            read_word(analysis, object, &word) ? tr_arena_printf(analysis->arena, "0x%" PRIx64, word) : NULL;
        return new_value(analysis, type, value, TR_VALUE_POINTER, object);
    }
    struct tr_variable *value = tr_values_at(analysis->values, type, object, "exception");
    return value && (value->state == TR_STATE_OK || value->state == TR_STATE_PARTIAL) ? value : NULL;
}

static bool describe(struct tr_analysis *analysis, const struct thrown *thrown, struct tr_exception *ret)
{
    const char *mangled = tr_type_info_name(analysis, thrown->type);
    const char *type = mangled[0] ? tr_type_info_spelled(analysis, mangled) : NULL;
    uint64_t standard = thrown->object;
    if (!type)
        return false;
    ret->value = read_value(analysis, mangled, type, thrown->object);
    ret->type = ret->value ? ret->value->type : tr_short_name(analysis->arena, type);
    ret->address = (struct tr_word){thrown->alone, thrown->object};
    if (tr_type_info_base(analysis, thrown->type, "St9exception", &standard))
        ret->what = text_of_what(analysis, standard);
    return true;
}

/* The exception that was being handled when @p thrown was made by std::throw_with_nested. */
static bool inside(struct tr_analysis *analysis, const struct thrown *thrown, struct thrown *ret)
{
    uint64_t nested = thrown->object, object;
    return tr_type_info_base(analysis, thrown->type, "St16nested_exception", &nested) &&
           read_word(analysis, nested + NESTED_SLOT, &object) && object && take(analysis, object - HEADER_SIZE, ret);
}

/* Whether the stack of the throw is gone. clang's barrier around a noexcept function catches first, and then terminates. */
static bool is_stack_gone(const struct tr_analysis *analysis)
{
    static const char *const functions[] = {"__cxa_rethrow", "std::rethrow_exception", "__clang_call_terminate"};
    const struct tr_thread *thread = tr_list_at(&analysis->report->threads, struct tr_thread, 0);
    TR_EACH(const struct tr_frame, frame, &thread->frames)
    {
        if (frame->user == TR_TRUE)
            break;
        for (size_t i = 0; frame->function && i < TR_COUNT(functions); i++)
            if (strcmp(frame->function, functions[i]) == 0)
                return true;
    }
    return false;
}

void tr_analysis_exception(struct tr_analysis *analysis)
{
    const struct tr_stop *stop = analysis->stop;
    const struct tr_stop_thread *thread = &stop->threads[0];
    struct thrown thrown;
    if (!stop->has_signal || stop->signal.si_signo != SIGABRT || !thread->has_registers ||
        (!from_globals(analysis, thread->registers.general.fs_base, &thrown) &&
         !from_stack(analysis, tr_registers_sp(&thread->registers), &thrown)))
        return;
    struct tr_exception *exception = tr_arena_new(analysis->arena, struct tr_exception);
    if (!describe(analysis, &thrown, exception))
        return;
    for (struct thrown at = thrown; exception->nested.count < TR_LIMIT_NESTED_EXCEPTIONS && inside(analysis, &at, &at);) {
        struct tr_exception nested = {0};
        at.alone = true;
        if (!describe(analysis, &at, &nested))
            break;
        *tr_list_new(analysis->arena, &exception->nested, struct tr_exception) = nested;
    }
    if (is_stack_gone(analysis))
        tr_analysis_throw_places(analysis, thrown.type, exception);
    analysis->report->exception = exception;
}
