#include "diagnose/sanitizer_text.h"

#include "base/cleanup.h"
#include "base/limits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define OVERFLOW "An array or block of n bytes ends after its last byte. The sanitizer keeps guarded bytes around each and checks every access against them."
#define FREED "After free or delete a block belongs to the allocator again. The sanitizer keeps freed blocks aside for a while, so that a use of one is noticed."
#define RETURNED "A local variable ends with its block or function. A pointer to it that lives longer leads to memory that others use."
#define GIVEN_BACK "Each block must be given back once, by the function that fits the one that made it: free for malloc, delete for new, delete[] for new[]."
#define UNDEFINED "The language gives this operation no meaning. The compiler may assume that it never happens, so that the program may do anything then."

/* The first row whose text begins the message, or with "*" stands in it, decides. */
static const struct row {
    const char *text;
    enum tr_kind kind;
    int cwe;
    const char *explanation, *hint;
} rows[] = {
    {"heap-buffer-overflow", TR_KIND_HEAP_BUFFER_OVERFLOW, 122, OVERFLOW, "compare the index or length with the size that was allocated"},
    {"container-overflow", TR_KIND_HEAP_BUFFER_OVERFLOW, 122, OVERFLOW, "compare the index with the size of the container"},
    {"stack-buffer-", TR_KIND_STACK_BUFFER_OVERFLOW, 121, OVERFLOW, "compare the index or length with the size of the array"},
    {"dynamic-stack-buffer-overflow", TR_KIND_STACK_BUFFER_OVERFLOW, 121, OVERFLOW, "compare the index or length with the size of the array"},
    {"global-buffer-overflow", TR_KIND_GLOBAL_BUFFER_OVERFLOW, 787, OVERFLOW, "compare the index or length with the size of the array"},
    {"heap-use-after-free", TR_KIND_USE_AFTER_FREE, 416, FREED, "see who freed the block, and who still uses it"},
    {"stack-use-after-", TR_KIND_DANGLING_STACK_POINTER, 562, RETURNED, "see which pointer outlives the variable that it points to"},
    {"attempting double-free", TR_KIND_DOUBLE_FREE, 415, GIVEN_BACK, "find the other place that frees the same block, and let one owner do it"},
    {"attempting free on address which was not malloc", TR_KIND_INVALID_FREE, 590, GIVEN_BACK, "free only what malloc returned, by exactly that address"},
    {"alloc-dealloc-mismatch", TR_KIND_MISMATCHED_DEALLOCATION, 762, GIVEN_BACK, "give the block back by the function that fits the one that made it"},
    {"new-delete-type-mismatch", TR_KIND_MISMATCHED_DEALLOCATION, 762, GIVEN_BACK, "delete the object by its own type, or give the base class a virtual destructor"},
    {"detected memory leaks", TR_KIND_MEMORY_LEAK, 401, "A block that nothing points to any more can never be given back.", "see who should own the blocks allocated there, and free them"},
    {"data race", TR_KIND_DATA_RACE, 362, "Two threads touched the same memory at the same time, at least one of them writing, and nothing orders them: a lock, an atomic, a join.", "let both threads hold the same mutex around the access, or make the variable atomic"},
    {"lock-order-inversion", TR_KIND_DEADLOCK, 833, "Two threads that take two locks in different orders can each hold one and wait for the other for ever.", "take the locks in the same order everywhere"},
    {"use-of-uninitialized-value", TR_KIND_UNINITIALIZED_VALUE, 457, "A variable without a first value holds what was left in its memory.", "give the value a beginning on every way that leads here"},
    {"* outside the range of representable values", TR_KIND_UNDEFINED_BEHAVIOR, 681, UNDEFINED, "test the range before the conversion"},
    {"division by zero", TR_KIND_DIVISION_BY_ZERO, 369, UNDEFINED, "see why the divisor is 0, and test it"},
    {"* out of bounds for type", TR_KIND_OUT_OF_BOUNDS_INDEX, 125, OVERFLOW, "compare the index with the number of elements"},
    {"*null pointer", TR_KIND_NULL_POINTER_DEREFERENCE, 476, UNDEFINED, "see why the pointer is NULL"},
    {"*misaligned address", TR_KIND_MISALIGNED_ACCESS, 704, UNDEFINED, "copy the bytes with memcpy instead of casting the pointer"},
    {"execution reached the end of a value-returning function", TR_KIND_MISSING_RETURN, 758, UNDEFINED, "return a value on every way out of the function"},
    {"signed integer overflow", TR_KIND_UNDEFINED_BEHAVIOR, 190, UNDEFINED, "use a wider or an unsigned type, or test the range before"},
    {"shift exponent", TR_KIND_UNDEFINED_BEHAVIOR, 758, UNDEFINED, "shift by 0 to the number of bits less 1"},
    {"", TR_KIND_UNDEFINED_BEHAVIOR, 758, UNDEFINED, "see the sanitizer's own report for what it checked"},
};

static const struct row *row_of(const char *message)
{
    for (size_t i = 0; i < TR_COUNT(rows); i++) {
        const char *text = rows[i].text;
        if (text[0] == '*' ? strstr(message, text + 1) != NULL : strncmp(message, text, strlen(text)) == 0)
            return &rows[i];
    }
    return &rows[TR_COUNT(rows) - 1];
}

/* ---- words of a line ---- */

static const char *line_end(const char *at)
{
    return at + strcspn(at, "\r\n");
}

static const char *next_line(const char *at)
{
    const char *end = line_end(at);
    return *end ? end + 1 : end;
}

static struct tr_word hex_behind(const char *line, const char *words)
{
    const char *at = strstr(line, words), *end = line_end(line);
    errno = 0;
    uint64_t value = at && at < end ? strtoull(at + strlen(words), NULL, 16) : 0;
    return (struct tr_word){at && at < end && errno == 0, value};
}

static bool number_behind(const char *line, const char *words, int64_t *ret)
{
    const char *at = strstr(line, words);
    errno = 0;
    int64_t value = at && at < line_end(line) ? strtoll(at + strlen(words), NULL, 10) : -1;
    if (value < 0 || errno)
        return false;
    *ret = value;
    return true;
}

/* ---- stacks ---- */

/* "file:line" or "file:line:column" that ends at @p end. */
static bool take_place(struct tr_arena *arena, const char *start, const char *end, const char **ret_file, int64_t *ret_line,
                       int64_t *ret_column)
{
    int64_t numbers[2] = {0, 0};
    int count = 0;
    while (count < 2) {
        const char *at = end;
        while (at > start && at[-1] >= '0' && at[-1] <= '9')
            at--;
        if (at == end || at - 1 <= start || at[-1] != ':' || end - at > 9)
            break;
        numbers[count++] = strtoll(at, NULL, 10);
        end = at - 1;
    }
    if (!count || !numbers[count - 1])
        return false;
    *ret_file = tr_arena_strndup(arena, start, (size_t)(end - start));
    *ret_line = numbers[count - 1];
    *ret_column = count == 2 ? numbers[0] : 0;
    return true;
}

static bool has_plus(const char *at, const char *end)
{
    while (at < end && *at != '+')
        at++;
    return at < end;
}

/* "    #1 0x55 in f(int) /dir/main.c:7:3" (asan), "    #1 f /dir/main.c:7 (program+0x1255)" (tsan). */
static void take_frame(struct tr_arena *arena, const char *line, struct tr_frame *ret)
{
    const char *at = strchr(line, '#'), *end = line_end(line);
    ret->index = tr_number(strtoll(at + 1, (char **)&at, 10));
    at += strspn(at, " ");
    ret->pc = tr_word(strncmp(at, "0x", 2) == 0 ? strtoull(at, (char **)&at, 16) : 0);
    at += strncmp(at, " in ", 4) == 0 ? 4 : strspn(at, " ");
    const char *module = end;
    while (module > at && *module != '(')
        module--;
    if (module > at && has_plus(module, end))
        end = module;
    while (end > at && end[-1] == ' ')
        end--;
    const char *file = end; /* the last word; a function's name may have spaces, a path with some is not found */
    while (file > at && file[-1] != ' ')
        file--;
    int64_t found, column;
    if (take_place(arena, file, end, &ret->file, &found, &column)) {
        ret->line = tr_number(found);
        ret->column = (struct tr_number){column > 0, column};
        end = file;
    }
    while (end > at && end[-1] == ' ')
        end--;
    if (at >= end)
        return;
    size_t length = strcspn(at + 1, "(") + 1; /* without parameters; "(anonymous namespace)::f" begins with one */
    ret->function = tr_arena_strndup(arena, at, length < (size_t)(end - at) ? length : (size_t)(end - at));
}

/* The stack whose first line @p at is. @return the line behind it. */
static const char *take_stack(struct tr_arena *arena, const char *at, struct tr_list *ret)
{
    while (at[strspn(at, " ")] == '#' && ret->count < TR_LIMIT_FRAMES_REPORTED) {
        struct tr_frame *frame = tr_list_new(arena, ret, struct tr_frame);
        take_frame(arena, at, frame);
        at = next_line(at);
    }
    return at;
}

static bool is_own(const struct tr_frame *frame)
{
    return frame->line.known && frame->file[0] != '.' && strncmp(frame->file, "/usr/", 5) != 0 &&
           strncmp(frame->file, "csu/", 4) != 0 && !strstr(frame->file, "/../");
}

const struct tr_frame *tr_sanitizer_text_frame(const struct tr_list *frames)
{
    TR_EACH(const struct tr_frame, frame, frames)
    {
        if (is_own(frame))
            return frame;
    }
    return NULL;
}

/* The stack of an allocation, from the program's own frame on: those before are the sanitizer's and the library's. */
static void take_caller(struct tr_arena *arena, const char *line, struct tr_list *ret)
{
    struct tr_list frames = {0};
    take_stack(arena, next_line(line), &frames);
    bool is_inside = tr_sanitizer_text_frame(&frames) != NULL;
    TR_EACH(struct tr_frame, frame, &frames)
    {
        is_inside = is_inside && !is_own(frame);
        if (!is_inside)
            tr_list_add(arena, ret, frame);
    }
}

/* ---- what is around the address ---- */

static struct tr_heap *heap_of(struct tr_arena *arena, struct tr_sanitizer_text *ret)
{
    if (!ret->heap)
        ret->heap = tr_arena_new(arena, struct tr_heap);
    return ret->heap;
}

/* "0x38 is located 0 bytes to the right of 40-byte region [0x10,0x38)", or "after" as later versions have it. */
static void take_region(struct tr_arena *arena, const char *line, struct tr_sanitizer_text *ret)
{
    const char *open = strstr(line, "-byte region [");
    ret->place = tr_arena_strndup(arena, line, (size_t)(line_end(line) - line));
    if (!open || open >= line_end(line) || !ret->address.known)
        return;
    struct tr_word start = hex_behind(open, "region [");
    const char *digits = open;
    while (digits > line && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    struct tr_block *block = heap_of(arena, ret)->block = tr_arena_new(arena, struct tr_block);
    block->address = start;
    block->size = tr_number(strtoll(digits, NULL, 10));
    block->state = TR_BLOCK_LIVE;
    block->offset = tr_number((int64_t)(ret->address.value - start.value));
}

static void take_leak(struct tr_arena *arena, const char *line, struct tr_sanitizer_text *ret)
{
    int64_t bytes, blocks;
    if (!number_behind(line, "leak of ", &bytes) || !number_behind(line, "byte(s) in ", &blocks))
        return;
    struct tr_leak *leak = tr_list_new(arena, &heap_of(arena, ret)->leaks, struct tr_leak);
    leak->bytes = tr_number(bytes);
    leak->blocks = tr_number(blocks);
    take_caller(arena, line, &leak->allocated_at);
}

static bool begins(const char *line, const char *words)
{
    return strncmp(line, words, strlen(words)) == 0;
}

static void take_details(struct tr_arena *arena, const char *text, struct tr_sanitizer_text *ret)
{
    for (const char *line = text; *line && !begins(line, "SUMMARY: "); line = next_line(line)) {
        const char *word = line + strspn(line, " ");
        struct tr_block *block = ret->heap ? ret->heap->block : NULL;
        bool reads = begins(word, "READ of size ") || begins(word, "Read of size ");
        if (reads || begins(word, "WRITE of size ") || begins(word, "Write of size ")) {
            ret->access = reads ? TR_ACCESS_READ : TR_ACCESS_WRITE;
            ret->size.known = number_behind(word, " of size ", &ret->size.value);
            take_stack(arena, next_line(line), &ret->frames);
        } else if (word[0] == '#' && !ret->frames.count && ret->kind != TR_KIND_MEMORY_LEAK) {
            take_stack(arena, line, &ret->frames);
        } else if (begins(word, "0x") && strstr(word, " is located ") && strstr(word, " is located ") < line_end(word)) {
            take_region(arena, word, ret);
        } else if (block && begins(word, "freed by thread ")) {
            block->state = TR_BLOCK_FREED;
            take_caller(arena, line, &block->freed_at);
        } else if (block && (begins(word, "allocated by thread ") || begins(word, "previously allocated by thread "))) {
            take_caller(arena, line, &block->allocated_at);
        } else if (begins(word, "Direct leak of ") || begins(word, "Indirect leak of ")) {
            take_leak(arena, word, ret);
        }
    }
}

/* ---- the first line ---- */

/* "==42==ERROR: AddressSanitizer: …", "WARNING: ThreadSanitizer: …". @return what follows, or NULL. */
static const char *find_header(struct tr_arena *arena, const char *text, const char **ret_tool)
{
    static const char words[] = "Sanitizer: ";
    for (const char *at = text; (at = strstr(at, words)); at += sizeof(words) - 1) {
        const char *tool = at;
        while (tool > text && ((tool[-1] >= 'A' && tool[-1] <= 'Z') || (tool[-1] >= 'a' && tool[-1] <= 'z')))
            tool--;
        bool is_header = (tool - text >= 7 && begins(tool - 7, "ERROR: ")) || (tool - text >= 9 && begins(tool - 9, "WARNING: "));
        if (!is_header)
            continue;
        *ret_tool = tr_arena_strndup(arena, tool, (size_t)(at - tool) + sizeof(words) - 3);
        return at + sizeof(words) - 1;
    }
    return NULL;
}

/* "main.c:3:32: runtime error: …". */
static const char *find_ubsan(struct tr_arena *arena, const char *text, struct tr_location **ret)
{
    static const char words[] = ": runtime error: ";
    const char *at = strstr(text, words), *line = at, *file;
    int64_t number, column;
    while (line && line > text && line[-1] != '\n')
        line--;
    if (!at || !take_place(arena, line, at, &file, &number, &column))
        return NULL;
    *ret = tr_arena_new(arena, struct tr_location);
    **ret = (struct tr_location){.file = file, .line = tr_number(number), .column = {column > 0, column}};
    return at + sizeof(words) - 1;
}

bool tr_sanitizer_text_parse(struct tr_arena *arena, const char *text, struct tr_sanitizer_text *ret)
{
    *ret = (struct tr_sanitizer_text){.tool = "UndefinedBehaviorSanitizer"};
    const char *message = find_header(arena, text, &ret->tool);
    if (!message)
        message = find_ubsan(arena, text, &ret->location);
    if (!message)
        return false;
    size_t length = (size_t)(line_end(message) - message);
    for (const char *cut = message; cut < message + length; cut++)
        if (begins(cut, " at pc 0x") || begins(cut, " (pid="))
            length = (size_t)(cut - message);
    ret->message = tr_arena_strndup(arena, message, length);
    const struct row *row = row_of(ret->message);
    ret->kind = row->kind;
    ret->cwe = row->cwe;
    ret->explanation = row->explanation;
    ret->hint = row->hint;
    ret->address = hex_behind(message, "address 0x");
    if (!ret->address.known)
        ret->address = hex_behind(message, "double-free on 0x");
    take_details(arena, next_line(message), ret);
    return true;
}
