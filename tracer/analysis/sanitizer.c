#include "analysis/sanitizer.h"

#include "analysis/source.h"
#include "base/limits.h"
#include "diagnose/sanitizer_text.h"
#include "symbols/symbol.h"

#include <signal.h>
#include <string.h>

/* kErrorMessageBufferSize, asan_report.cpp */
enum { TEXT_BYTES = 1 << 16, PAGE = 4096 };

static char *read_text(struct tr_analysis *analysis, uint64_t address)
{
    size_t size;
    bool terminated;
    return tr_memory_read_string(analysis->memory, analysis->arena, address, TEXT_BYTES, &size, &terminated);
}

/* __asan::error_message_buffer, a static pointer to what was printed (asan_report.cpp); "ABORTING" overwrites a report. */
static char *kept_text(struct tr_analysis *analysis)
{
    struct tr_image *image;
    struct tr_symbol symbol;
    uint64_t address;
    if (!tr_symbol_find(analysis->images, "_ZN6__asanL20error_message_bufferE", &image, &symbol) ||
        !tr_memory_read_u64(analysis->memory, symbol.address, &address) || !address)
        return NULL;
    return read_text(analysis, address);
}

/* The copy that ~ScopedInErrorReport makes before: pages of its own, whose address lies in its stack frame. */
static char *copied_text(struct tr_analysis *analysis)
{
    static const char rule[] = "==========";
    uint64_t sp = tr_registers_sp(&analysis->stop->threads[0].registers), address;
    char start[sizeof(rule) - 1];
    for (uint64_t at = sp; at < sp + TR_LIMIT_STACK_SCAN; at += sizeof(address)) {
        if (!tr_memory_read_u64(analysis->memory, at, &address))
            return NULL;
        if (address && address % PAGE == 0 && tr_memory_read(analysis->memory, address, start, sizeof(start)) &&
            memcmp(start, rule, sizeof(start)) == 0)
            return read_text(analysis, address);
    }
    return NULL;
}

static void show_files(struct tr_analysis *analysis, struct tr_list *frames)
{
    TR_EACH(struct tr_frame, frame, frames)
    {
        if (frame->file)
            frame->file = tr_source_shown(analysis, frame->file);
    }
}

static void fill_memory(struct tr_analysis *analysis, const struct tr_sanitizer_text *told)
{
    struct tr_memory_view *memory = analysis->report->memory;
    if (told->address.known && told->access && !memory->fault) {
        memory->fault = tr_arena_new(analysis->arena, struct tr_fault);
        memory->fault->address = told->address;
        memory->fault->access = told->access;
        memory->fault->size = told->size;
    }
    memory->heap = told->heap;
    if (told->heap && told->heap->block) {
        show_files(analysis, &told->heap->block->allocated_at);
        show_files(analysis, &told->heap->block->freed_at);
    }
    if (told->heap)
        TR_EACH(struct tr_leak, leak, &told->heap->leaks)
            show_files(analysis, &leak->allocated_at);
}

void tr_analysis_sanitizer(struct tr_analysis *analysis)
{
    const struct tr_stop *stop = analysis->stop;
    bool is_end = stop->reason == TR_STOP_EXIT || (stop->has_signal && stop->signal.si_signo == SIGABRT);
    struct tr_sanitizer_text told;
    char *text = is_end && analysis->images ? kept_text(analysis) : NULL;
    if (!text)
        return;
    if (!tr_sanitizer_text_parse(analysis->arena, text, &told)) {
        text = copied_text(analysis);
        if (!text || !tr_sanitizer_text_parse(analysis->arena, text, &told))
            return;
    }
    analysis->report->sanitizer_text = text;
    fill_memory(analysis, &told);
}
