#include "diagnose/sanitizer_text.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "diagnose/access.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *shown(const struct tr_facts *facts, const char *file)
{
    size_t length = facts->folder ? strlen(facts->folder) : 0;
    bool is_below = length > 1 && strncmp(file, facts->folder, length) == 0 && file[length] == '/';
    return is_below ? file + length + 1 : file;
}

static struct tr_location *place_of(const struct tr_facts *facts, const struct tr_frame *frame)
{
    struct tr_location *location = tr_arena_new(facts->arena, struct tr_location);
    *location = (struct tr_location){
        .function = frame->function, .file = shown(facts, frame->file), .line = frame->line, .column = frame->column};
    return location;
}

/* Where the sanitizer says that it was; the user's frame knows it better, where it is the same thread's. */
static void locate(const struct tr_facts *facts, const struct tr_sanitizer_text *told, struct tr_finding *finding)
{
    const struct tr_frame *frame = tr_sanitizer_text_frame(&told->frames);
    bool has_stack = tr_facts_frame(facts) && tr_facts_library_frame(facts);
    if (told->kind == TR_KIND_MEMORY_LEAK && told->heap && told->heap->leaks.count)
        frame = tr_sanitizer_text_frame(&tr_list_at(&told->heap->leaks, struct tr_leak, 0)->allocated_at);
    else if (has_stack && told->kind != TR_KIND_DATA_RACE && told->kind != TR_KIND_DEADLOCK)
        return;
    if (frame)
        finding->location = place_of(facts, frame);
    else if (told->location)
        finding->location = told->location;
}

static void add_block(const struct tr_facts *facts, const struct tr_sanitizer_text *told, struct tr_finding *finding)
{
    const struct tr_block *block = told->heap ? told->heap->block : NULL;
    if (told->place)
        tr_finding_add(facts, finding, NULL, "%s", tr_facts_quoted(facts, told->place));
    const struct tr_frame *made = block ? tr_sanitizer_text_frame(&block->allocated_at) : NULL;
    const struct tr_frame *freed = block ? tr_sanitizer_text_frame(&block->freed_at) : NULL;
    if (made)
        tr_finding_add(facts, finding, "/memory/heap/block/allocated_at", "the block of %" PRId64 " bytes was allocated at %s:%" PRId64,
                       block->size.value, tr_facts_name(facts, shown(facts, made->file)), made->line.value);
    if (freed)
        tr_finding_add(facts, finding, "/memory/heap/block/freed_at", "it was freed at %s:%" PRId64, tr_facts_name(facts, shown(facts, freed->file)),
                       freed->line.value);
}

/* The access of the statement that the sanitizer refused, and the pointer that it went through. */
static const struct tr_suspect *find_access(const struct tr_facts *facts, const struct tr_sanitizer_text *told, struct tr_suspects *ret)
{
    ret->count = 0;
    if (told->address.known && told->access)
        tr_suspects_find(facts, ret);
    return ret->count == 1 ? &ret->items[0] : NULL;
}

/* The pointer of "load of misaligned address 0x7ffe00000091 for type 'long'". */
static const struct tr_evaluated *misaligned(const struct tr_facts *facts, const struct tr_sanitizer_text *told)
{
    static const char mark[] = "misaligned address 0x";
    const char *at = told->kind == TR_KIND_MISALIGNED_ACCESS ? strstr(told->message, mark) : NULL;
    return at ? tr_evaluated_pointing_to(facts, strtoull(at + strlen(mark), NULL, 16)) : NULL;
}

static const char *leaked(const struct tr_facts *facts, const struct tr_sanitizer_text *told)
{
    int64_t bytes = 0, blocks = 0;
    if (!told->heap || !told->heap->leaks.count)
        return NULL;
    TR_EACH(const struct tr_leak, leak, &told->heap->leaks)
    {
        bytes += leak->bytes.value;
        blocks += leak->blocks.value;
    }
    return tr_arena_printf(facts->arena, "%" PRId64 " bytes in %" PRId64 " block%s were never freed", bytes, blocks, blocks == 1 ? "" : "s");
}

/* What is wrong with the place of the access, as far as it is a block of the heap; else the sanitizer's words. */
static const char *reason_of(const struct tr_facts *facts, const struct tr_sanitizer_text *told)
{
    const struct tr_block *block = told->heap ? told->heap->block : NULL;
    const struct tr_frame *freed = block ? tr_sanitizer_text_frame(&block->freed_at) : NULL;
    if (freed)
        return tr_arena_printf(facts->arena, "its block of %" PRId64 " bytes was freed at %s:%" PRId64, block->size.value,
                               tr_facts_name(facts, shown(facts, freed->file)), freed->line.value);
    if (block && told->kind == TR_KIND_HEAP_BUFFER_OVERFLOW && block->offset.value < 0)
        return tr_arena_printf(facts->arena, "it lies %" PRId64 " bytes in front of a block of %" PRId64 " bytes",
                               -block->offset.value, block->size.value);
    if (block && told->kind == TR_KIND_HEAP_BUFFER_OVERFLOW && block->offset.value >= block->size.value)
        return tr_arena_printf(facts->arena, "it lies %s the end of a block of %" PRId64 " bytes",
                               block->offset.value == block->size.value
                                   ? "right behind"
                                   : tr_arena_printf(facts->arena, "%" PRId64 " bytes behind",
                                                     block->offset.value - block->size.value),
                               block->size.value);
    return tr_facts_quoted(facts, told->message);
}

static const char *sentence(const struct tr_facts *facts, const struct tr_sanitizer_text *told,
                            const struct tr_suspect *suspect, const struct tr_location *location)
{
    bool is_placed = location && location->file && location->line.known;
    const char *at = !is_placed ? ""
                                : tr_arena_printf(facts->arena, " at %s:%" PRId64, tr_facts_name(facts, location->file),
                                                  location->line.value);
    const char *message = tr_facts_quoted(facts, told->message);
    const char *leaks = told->kind == TR_KIND_MEMORY_LEAK ? leaked(facts, told) : NULL;
    if (leaks)
        return tr_arena_printf(facts->arena, "%s%s%s", leaks, is_placed ? ", allocated" : "", at);
    if (!suspect)
        return tr_arena_printf(facts->arena, "%s%s: %s", told->tool, at, message);
    tr_auto_str struct tr_str indexes = {0};
    tr_evaluated_add_indexes(facts, suspect->access, &indexes);
    return tr_arena_printf(facts->arena, "%s%s must not be %s%s: %s", tr_facts_name(facts, suspect->access->text),
                           tr_str_text(&indexes), told->access == TR_ACCESS_WRITE ? "written" : "read", at,
                           reason_of(facts, told));
}

bool tr_sanitizer_match(const struct tr_facts *facts, const char *text, struct tr_finding *finding)
{
    struct tr_sanitizer_text told;
    struct tr_suspects suspects;
    text = text ? text : facts->report->sanitizer_text;
    if (!text || !tr_sanitizer_text_parse(facts->arena, text, &told))
        return false;
    const struct tr_suspect *suspect = find_access(facts, &told, &suspects);
    finding->kind = told.kind;
    finding->cwe = tr_number(told.cwe);
    finding->explanation = told.explanation;
    finding->hint = told.hint;
    locate(facts, &told, finding);
    finding->summary = sentence(facts, &told, suspect, finding->location);
    if (suspect) {
        bool is_freed = told.kind == TR_KIND_USE_AFTER_FREE || told.kind == TR_KIND_DANGLING_STACK_POINTER;
        const struct tr_evaluated *culprit = is_freed ? suspect->pointer : suspect->array_index;
        finding->expression = tr_evaluated_expression(facts, suspect->access, culprit, TR_ROLE_CULPRIT);
    }
    const struct tr_evaluated *pointer = misaligned(facts, &told);
    if (pointer) {
        finding->expression = tr_evaluated_expression(facts, pointer, pointer, TR_ROLE_CULPRIT);
        tr_finding_add(facts, finding, NULL, "%s points to that address", tr_facts_name(facts, pointer->text));
    }
    add_block(facts, &told, finding);
    finding->confidence = TR_CONFIDENCE_VERIFIED;
    finding->proof = tr_arena_printf(facts->arena, "%s checked it: %s", told.tool, tr_facts_quoted(facts, told.message));
    return true;
}
