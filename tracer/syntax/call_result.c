/*
 * The result of the last call before the stop, while a register still holds it: the instructions between the call and
 * the program counter are decoded; none of them jumps, and what they do to the result is known. System V ABI,
 * AMD64, 3.2.3: it comes in rax.
 */
#include "syntax/evaluator.h"
#include "syntax/tree.h"

#include "arch/instruction.h"
#include "process/maps.h"
#include "process/memory.h"
#include "symbols/symbol.h"

#include <string.h>

enum { NEAR = 5, FAR_BYTES = 64, STEPS = 16 };

/* A call of the statement. */
struct calls {
    size_t count;
    size_t named; /* of these, the ones whose name fits */
};

/* Functions of the C library whose result is a pointer, since a program's debug information does not describe them. */
static const struct {
    const char *name;
    bool is_text; /* char *; void * otherwise */
} library[] = {
    {"strchr", true},  {"strrchr", true},  {"strstr", true},   {"strcasestr", true}, {"strpbrk", true},
    {"strtok", true},  {"strtok_r", true}, {"strsep", true},   {"strdup", true},     {"strndup", true},
    {"getenv", true},  {"fgets", true},    {"strerror", true}, {"strcpy", true},     {"strcat", true},
    {"strncpy", true}, {"strncat", true},  {"basename", true}, {"dirname", true},    {"ctime", true},
    {"asctime", true}, {"getcwd", true},   {"realpath", true}, {"setlocale", true},  {"memchr", false},
    {"malloc", false}, {"calloc", false},  {"realloc", false}, {"bsearch", false},   {"memcpy", false},
    {"memset", false}, {"mmap", false},
};

/* Where the result is. */
struct result {
    unsigned number; /* DWARF number of the register */
    uint64_t added;  /* to it since the call */
    bool is_saved;   /* rax is in the frame, too */
    int32_t saved;   /* there: from rbp */
};

/* DWARF number of a general register by any of its names: rax, eax, ax, al, r8d. TR_DWARF_REGISTERS for others. */
static unsigned register_number(const char *name)
{
    size_t length = strlen(name);
    char letter = name[0] == 'r' || name[0] == 'e' ? name[1] : name[0];
    for (unsigned number = 0; number < TR_DWARF_REGISTERS; number++) {
        const char *whole = tr_register_name(number);
        bool is_numbered = whole[1] >= '0' && whole[1] <= '9';
        if (is_numbered ? strncmp(name, whole, strlen(whole)) == 0 && length <= strlen(whole) + 1 &&
                              !(name[strlen(whole)] >= '0' && name[strlen(whole)] <= '9')
                        : strcmp(name, whole) == 0 || strcmp(name, whole + 1) == 0 ||
                              (name[0] == 'e' && strcmp(name + 1, whole + 1) == 0))
            return number;
        /* al, ah, sil */
        bool is_byte = !is_numbered && (name[length - 1] == 'l' || name[length - 1] == 'h') && letter == whole[1];
        if (is_byte && (length == 2 ? whole[2] == 'x' : length == 3 && name[1] == whole[2]))
            return number;
    }
    return TR_DWARF_REGISTERS;
}

static bool writes(const struct tr_instruction *instruction, unsigned number)
{
    for (size_t i = 0; i < TR_INSTRUCTION_REGISTERS && instruction->writes[i]; i++)
        if (register_number(instruction->writes[i]) == number)
            return true;
    return false;
}

static uint32_t load_u32(const unsigned char *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof(word));
    return word;
}

/* DWARF numbers of the encoding's registers 0 to 7 (figure 3.36 of the ABI). */
static const unsigned char encoded[] = {0, 2, 1, 3, 7, 6, 4, 5};

/* "mov rax, X" and "add imm, rax", as compilers write them behind a call: they move the result. */
static bool follow(const unsigned char *code, size_t length, struct result *result)
{
    bool is_wide = length > 2 && (code[0] & 0xf8) == 0x48, has_prefix = (code[0] & 0xf0) == 0x40;
    unsigned high = has_prefix && code[0] & 1 ? 8 : 0;
    const unsigned char *at = code + has_prefix;
    size_t left = length - has_prefix;
    bool from_rax = result->number == TR_DWARF_RAX && (!has_prefix || !(code[0] & 4));
    if (left == 2 && at[0] == 0x89 && (at[1] & 0xf8) == 0xc0 && from_rax) {
        result->number = high ? high + (at[1] & 7) : encoded[at[1] & 7];
        return true;
    }
    if (!is_wide || result->number != TR_DWARF_RAX)
        return false;
    if (left == 3 && at[0] == 0x83 && at[1] == 0xc0) /* add imm8 */
        result->added += (uint64_t)(int64_t)(int8_t)at[2];
    else if (left == 3 && at[0] == 0x83 && at[1] == 0xe8) /* sub imm8 */
        result->added -= (uint64_t)(int64_t)(int8_t)at[2];
    else if (left == 5 && at[0] == 0x05) /* add imm32 */
        result->added += (uint64_t)(int64_t)(int32_t)load_u32(at + 1);
    else
        return false;
    return true;
}

/* "mov rax, d(rbp)" and "mov d(rbp), rax": how clang keeps a result over the branch of a call that may throw. */
static bool moves_through_frame(const unsigned char *code, size_t length, struct result *result)
{
    bool is_short = length == 4 && code[2] == 0x45, is_long = length == 7 && code[2] == 0x85;
    if (code[0] != 0x48 || (!is_short && !is_long) || result->number != TR_DWARF_RAX)
        return false;
    int32_t place = is_short ? (int8_t)code[3] : (int32_t)load_u32(code + 3);
    if (code[1] == 0x89) {
        result->is_saved = true;
        result->saved = place;
        return true;
    }
    return code[1] == 0x8b && result->is_saved && result->saved == place && !result->added;
}

/* A jump to what follows it. */
static bool is_empty_jump(const unsigned char *code, size_t length)
{
    return (length == 2 && code[0] == 0xeb && code[1] == 0) || (length == 5 && code[0] == 0xe9 && !load_u32(code + 1));
}

/* Whether the code from @p from runs straight to the program counter; @p ret then tells where the result went. */
static bool leads_here(const unsigned char *code, size_t size, size_t from, struct result *ret)
{
    const struct tr_registers registers = {.is_32bit = false};
    struct tr_instruction instruction;
    struct result result = {.number = TR_DWARF_RAX};
    for (unsigned step = 0; from < size && step < STEPS; step++, from += instruction.length) {
        if (!tr_instruction_decode(code + from, size - from, &registers, &instruction) || instruction.is_call ||
            instruction.is_return || (instruction.is_jump && !is_empty_jump(code + from, instruction.length)))
            return false;
        if (!moves_through_frame(code + from, instruction.length, &result) &&
            !follow(code + from, instruction.length, &result) && writes(&instruction, result.number))
            return false;
    }
    *ret = result;
    return from == size;
}

/* Whether a call instruction ends at @p end of @p code. @param[out] ret_target  0 for a call through a register or
 * memory. */
static bool is_call(struct evaluator *evaluator, const unsigned char *code, size_t end, uint64_t address,
                    uint64_t *ret_target)
{
    *ret_target = 0;
    if (end >= NEAR && code[end - NEAR] == 0xe8) {
        uint64_t target = address + (uint64_t)(int64_t)(int32_t)load_u32(code + end - 4);
        if (tr_images_find(evaluator->context->images, target)) {
            *ret_target = target;
            return true;
        }
    }
    /* FF /2: with a register, or memory with a displacement of 0, 1 or 4 bytes. */
    for (size_t length = 2; length <= 7 && length <= end; length++) {
        const struct tr_registers registers = {.is_32bit = false};
        struct tr_instruction instruction;
        if (code[end - length] == 0xff &&
            tr_instruction_decode(code + end - length, length, &registers, &instruction) && instruction.is_call &&
            instruction.length == length)
            return true;
    }
    return false;
}

/* Where a stub of the linker leads, "jmp *slot(%rip)", perhaps behind endbr64 and with a bnd prefix; @p target itself when
 * it is none. Before its first call the slot leads back into the stubs. */
static uint64_t behind_stub(struct evaluator *evaluator, uint64_t target)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
    unsigned char code[16];
    uint64_t slot;
    if (!target || !tr_memory_read(evaluator->context->memory, target, code, sizeof(code)))
        return target;
    size_t at = memcmp(code, endbr64, sizeof(endbr64)) == 0 ? sizeof(endbr64) : 0;
    at += code[at] == 0xf2;
    bool is_stub = code[at] == 0xff && code[at + 1] == 0x25;
    uint64_t place = target + at + 6 + (uint64_t)(int64_t)(int32_t)load_u32(code + at + 2);
    return is_stub && tr_memory_read_u64(evaluator->context->memory, place, &slot) ? slot : target;
}

/* The name of the function that was called, NULL when it is not known. */
static const char *target_name(struct evaluator *evaluator, uint64_t target)
{
    uint64_t stub = target;
    target = behind_stub(evaluator, target);
    struct tr_image *image = target ? tr_images_find(evaluator->context->images, target) : NULL;
    struct tr_symbol symbol;
    if (!image || !tr_symbol_at(image, target, &symbol) || symbol.address != target)
        return NULL;
    /* Behind a stub the C library's functions have names of their own, by processor: __strchr_avx2. */
    return target == stub || strstr(symbol.demangled, "::") ? symbol.demangled : NULL;
}

/* The call that ran last. */
struct last {
    uint64_t end;     /* of the instruction, tracee space */
    const char *name; /* of what was called; NULL when it is not known */
    uint64_t word;    /* its result */
};

/* The last call, if its result is still there. */
static bool last_call(struct evaluator *evaluator, struct last *ret)
{
    const struct tr_frame_context *context = evaluator->context;
    unsigned char code[FAR_BYTES];
    uint64_t start = context->pc - FAR_BYTES, target;
    struct result result;
    if (context->pc != context->lookup_pc || !tr_memory_read(context->memory, start, code, sizeof(code)))
        return false;
    for (size_t end = sizeof(code); end >= 2; end--) {
        if (!is_call(evaluator, code, end, start + end, &target) || !leads_here(code, sizeof(code), end, &result) ||
            !(context->known >> result.number & 1))
            continue;
        *ret = (struct last){.end = start + end,
                             .name = target_name(evaluator, target),
                             .word = context->registers[result.number] - result.added};
        return true;
    }
    return false;
}

/* Uses of operator[] or operator() of a class in the statement, as far as their form tells. */
static size_t count_operators(struct evaluator *evaluator, const struct node *node, bool is_subscript)
{
    const struct node *function = node_field(node, "function");
    bool is_use = is_subscript ? node_is(node, "subscript_expression")
                               : node_is(node, "call_expression") && function && node_is(function, "identifier") &&
                                     !name_of_function(evaluator, function);
    size_t count = is_use;
    for (const struct node *child = node->children; child; child = child->next)
        count += count_operators(evaluator, child, is_subscript);
    return count;
}

/* The last part of a qualified name. */
static const char *last_part(const char *name)
{
    for (const char *colons; (colons = strstr(name, "::"));)
        name = colons + 2;
    return name;
}

static const struct node *function_name(const struct node *call)
{
    const struct node *function = node_field(call, "function"), *inner;
    for (unsigned depth = 0; function && depth < TR_LIMIT_VALUE_DEPTH; depth++) {
        inner = node_field(function, "field") ? node_field(function, "field") : node_field(function, "name");
        if (!inner)
            break;
        function = inner;
    }
    return function;
}

static void count_calls(const struct node *node, const char *name, struct calls *calls)
{
    if (node_is(node, "call_expression")) {
        const struct node *function = function_name(node);
        calls->count++;
        calls->named += name && function && text_is(function->text, function->size, last_part(name));
    }
    for (const struct node *child = node->children; child; child = child->next)
        count_calls(child, name, calls);
}

static bool result_type(struct evaluator *evaluator, const struct node *function, struct ctype *ret)
{
    static const int tags[] = {DW_TAG_subprogram, 0};
    struct ctype text = ctype_basic(BASIC_CHAR), nothing = ctype_void();
    const char *name, *scope;
    bool is_ambiguous;
    name_split(evaluator, function, &name, &scope);
    const struct name_match *match = unit_names_find(evaluator, name, scope, tags, &is_ambiguous);
    if (match && !is_ambiguous) {
        Dwarf_Die die = match->die;
        *ret = ctype_of(&die);
        return true;
    }
    for (size_t i = 0; !match && i < TR_COUNT(library); i++) {
        if (strcmp(library[i].name, name) == 0) {
            *ret = ctype_pointer_to(library[i].is_text ? &text : &nothing);
            return true;
        }
    }
    return false;
}

/* A function that is called through a pointer: the pointer's type says what it returns. */
static bool pointed_type(struct evaluator *evaluator, const struct typed *callee, struct ctype *ret)
{
    struct ctype function;
    struct type_view view;
    if (callee->state != TR_STATE_OK || !ctype_target(evaluator, &callee->type, &function))
        return false;
    ctype_view(evaluator, &function, &view);
    if (view.class != CLASS_FUNCTION)
        return false;
    *ret = ctype_of(&view.type.die);
    return true;
}

/* Whether the instruction of the call belongs to @p node, by the line table. A loop's condition often lies behind its body. */
static bool is_at(struct evaluator *evaluator, const struct last *last, const struct node *node)
{
    struct tr_line line;
    if (!tr_line_at(evaluator->function->unit, last->end - 1, &line))
        return false;
    if (!node->line) /* of a macro */
        return line.line == evaluator->place->line;
    bool is_before = line.line < node->line || (line.line == node->line && line.column && line.column < node->column);
    bool is_behind = line.line > node->last_line || (line.line == node->last_line && line.column > node->last_column);
    return !is_before && !is_behind;
}

/*
 * Whether @p node is the call that ran last: its name says so, or the others are its arguments. With the name of what
 * was called known, a call of another name is none: a macro around it.
 */
static bool is_last(const struct node *node, const char *name, bool is_method, const struct calls *all)
{
    const struct node *own = function_name(node);
    struct calls inside = {0};
    bool fits = name && own && text_is(own->text, own->size, last_part(name));
    bool is_plain = is_method || node_is(node_field(node, "function"), "identifier");
    count_calls(node, name, &inside);
    if (fits && all->named == 1)
        return true;
    return inside.count == all->count && (fits || !name || !is_plain);
}

/* @p word as what a function returns whose result has the type @p type. */
static bool result_of(struct evaluator *evaluator, const struct ctype *type, uint64_t word, struct typed *ret)
{
    struct type_view view;
    ctype_view(evaluator, type, &view);
    if ((view.class != CLASS_POINTER && view.class != CLASS_INTEGER && view.class != CLASS_REFERENCE) || !view.size ||
        view.size > 8)
        return false;
    *ret = (struct typed){.type = *type, .state = TR_STATE_OK, .size = view.size};
    memcpy(ret->bytes, &word, view.size);
    typed_settle(evaluator, ret);
    ret->is_result = view.class == CLASS_REFERENCE;
    ret->note = "what the call returned: it is still in its register";
    return true;
}

bool call_result_operator(struct evaluator *evaluator, const struct typed *object, const char *operator,
                          struct typed *ret)
{
    struct last last;
    struct member_place place;
    size_t uses = 0;
    if (!last_call(evaluator, &last) || !last.name || strcmp(last_part(last.name), operator) != 0)
        return false;
    for (size_t i = 0; i < evaluator->tree->count; i++)
        uses += count_operators(evaluator, evaluator->tree->roots[i], strcmp(operator, "operator[]") == 0);
    /* clang leaves it to the library to describe std::string. */
    if (uses == 1 && strcmp(last.name, "std::string::operator[]") == 0) {
        struct ctype character = ctype_basic(BASIC_CHAR);
        typed_lvalue(evaluator, &character, last.word, ret);
        ret->is_result = true;
        return true;
    }
    if (member_find(evaluator, &object->type, NULL, operator, &place) != NULL || !place.is_method)
        return false;
    struct ctype type = ctype_of(&place.die);
    return uses == 1 && result_of(evaluator, &type, last.word, ret);
}

bool call_type(struct evaluator *evaluator, const struct node *node, const Dwarf_Die *method, struct ctype *ret)
{
    Dwarf_Die die;
    if (!method)
        return result_type(evaluator, node_field(node, "function"), ret);
    die = *method;
    *ret = ctype_of(&die);
    return true;
}

bool call_result_arrow(struct evaluator *evaluator, const struct ctype *type, struct typed *ret)
{
    static const char arrow[] = "operator->";
    struct last last;
    struct member_place place;
    if (!last_call(evaluator, &last) || !last.name || strcmp(last_part(last.name), arrow) != 0 ||
        member_find(evaluator, type, NULL, arrow, &place) != NULL || !place.is_method)
        return false;
    struct ctype result = ctype_of(&place.die);
    return result_of(evaluator, &result, last.word, ret);
}

bool call_result(struct evaluator *evaluator, const struct node *node, const struct typed *callee,
                 const Dwarf_Die *method, struct typed *ret)
{
    const struct node *function = node_field(node, "function");
    struct calls calls = {0};
    struct last last;
    struct ctype type;
    Dwarf_Die die;
    if (!last_call(evaluator, &last) || !is_at(evaluator, &last, node))
        return false;
    for (size_t i = 0; i < evaluator->tree->count; i++)
        count_calls(evaluator->tree->roots[i], last.name, &calls);
    if (!is_last(node, last.name, method != NULL, &calls))
        return false;
    if (method)
        die = *method;
    if (!(method ? (type = ctype_of(&die), true)
                 : pointed_type(evaluator, callee, &type) || result_type(evaluator, function, &type)))
        return false;
    return result_of(evaluator, &type, last.word, ret);
}
