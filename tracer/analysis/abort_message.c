#include "analysis/abort_message.h"

#include "analysis/source.h"
#include "symbols/symbol.h"

#include <signal.h>
#include <string.h>

enum {
    MESSAGE_BYTES = 4096,
    ROWS_BACK = 16, /* of the line table, looked at for one with a line */
};

static void read_message(struct tr_analysis *analysis)
{
    struct tr_image *image;
    struct tr_symbol symbol;
    uint64_t address;
    uint32_t mapped;
    if (!tr_symbol_find(analysis->images, "__abort_msg", &image, &symbol) ||
        !tr_memory_read_u64(analysis->memory, symbol.address, &address) || !address ||
        !tr_memory_read(analysis->memory, address, &mapped, sizeof(mapped)) || mapped <= sizeof(mapped))
        return;
    /* struct abort_msg_s { unsigned int size; char msg[0]; }: size is that of the mapping (glibc 2.36,
     * include/stdlib.h). */
    size_t size, limit = mapped - sizeof(mapped) < MESSAGE_BYTES ? mapped - sizeof(mapped) : MESSAGE_BYTES;
    bool terminated;
    char *text =
        tr_memory_read_string(analysis->memory, analysis->arena, address + sizeof(mapped), limit, &size, &terminated);
    if (text && size)
        analysis->report->abort_message = text;
}

static struct tr_frame *frame_without_line(const struct tr_analysis *analysis)
{
    const struct tr_thread *thread = tr_list_at(&analysis->report->threads, struct tr_thread, 0);
    TR_EACH(struct tr_frame, frame, &thread->frames)
    {
        if (frame->user == TR_TRUE)
            return frame->line.known ? NULL : frame;
    }
    return NULL;
}

/*
 * clang gives its call of __stack_chk_fail, behind the function's return, no line: line 0. The last line before it in
 * the table is that of the closing brace, where the function was about to return.
 */
static void find_line_of_guard(struct tr_analysis *analysis)
{
    struct tr_frame *frame = analysis->report->threads.count ? frame_without_line(analysis) : NULL;
    struct tr_image *image = frame ? tr_images_find(analysis->images, frame->pc.value - 1) : NULL;
    struct tr_unit *unit =
        image && !image->is_system ? tr_dwarf_unit_at(tr_image_dwarf(image), frame->pc.value - 1) : NULL;
    struct tr_line line = {.low = frame ? frame->pc.value : 0};
    for (int i = 0; unit && line.line <= 0 && i < ROWS_BACK; i++)
        if (!tr_line_at(unit, line.low - 1, &line))
            return;
    if (!unit || line.line <= 0 || !line.file)
        return;
    const char *reason;
    frame->line = tr_number(line.line);
    frame->file = tr_source_shown(analysis, line.file);
    frame->source = tr_source_excerpt(analysis, line.file, line.line, &reason);
    if (reason && !frame->reason)
        frame->reason = reason;
}

void tr_analysis_abort_message(struct tr_analysis *analysis)
{
    static const char smashed[] = "*** stack smashing";
    const struct tr_stop *stop = analysis->stop;
    if (!analysis->images || !stop->has_signal || stop->signal.si_signo != SIGABRT)
        return;
    read_message(analysis);
    const char *message = analysis->report->abort_message;
    if (message && strncmp(message, smashed, sizeof(smashed) - 1) == 0)
        find_line_of_guard(analysis);
}
