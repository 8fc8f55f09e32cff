#include "formats/prose/places.h"

#include "formats/prose/page.h"

#include <inttypes.h>
#include <string.h>

enum { PLACE_COLUMNS = 30 };

bool tr_text_is_library(const struct tr_frame *frame)
{
    return frame->library == TR_TRUE && frame->user != TR_TRUE;
}

const struct tr_thread *tr_text_primary(const struct tr_report *report)
{
    TR_EACH(struct tr_thread, thread, &report->threads)
    {
        if (report->primary_thread.known && thread->id.value == report->primary_thread.value)
            return thread;
    }
    return report->threads.count ? report->threads.items[0] : NULL;
}

const struct tr_frame *tr_text_user_frame(const struct tr_thread *thread)
{
    TR_EACH(struct tr_frame, frame, &thread->frames)
    {
        if (!tr_text_is_library(frame) && frame->signal_handler != TR_TRUE)
            return frame;
    }
    return thread->frames.count ? thread->frames.items[0] : NULL;
}

static bool is_at(const struct tr_frame *frame, const struct tr_location *location)
{
    return location->line.known && frame->line.known && location->line.value == frame->line.value && location->file
           && frame->file && strcmp(location->file, frame->file) == 0;
}

const struct tr_frame *tr_text_focus_frame(const struct tr_report *report)
{
    const struct tr_thread *thread = tr_text_primary(report);
    const struct tr_location *location = report->diagnosis ? report->diagnosis->location : NULL;
    if (!thread)
        return NULL;
    if (location) {
        TR_EACH(struct tr_frame, frame, &thread->frames)
        {
            if (is_at(frame, location))
                return frame;
        }
    }
    return tr_text_user_frame(thread);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void add_file(struct tr_str *out, const char *file, const struct tr_number *line)
{
    tr_str_add_text(out, file);
    if (line->known)
        tr_str_printf(out, ":%" PRId64, line->value);
}

void tr_text_frame_place(struct tr_str *out, const struct tr_frame *frame)
{
    if (frame->file) {
        add_file(out, frame->file, &frame->line);
    } else if (frame->module) {
        tr_str_add_text(out, base_name(frame->module));
        if (frame->module_offset.known)
            tr_str_printf(out, "+0x%" PRIx64, frame->module_offset.value);
    }
}

void tr_text_frame_name(struct tr_str *out, const struct tr_frame *frame)
{
    if (frame->function)
        tr_str_add_text(out, frame->function);
    else if (frame->pc.known)
        tr_str_printf(out, "0x%" PRIx64, frame->pc.value);
    else
        tr_str_add_text(out, "??");
}

void tr_text_location(struct tr_str *out, const char *before, const struct tr_location *location, const char *between)
{
    if (!location || (!location->function && !location->file))
        return;
    tr_str_add_text(out, before);
    if (location->function)
        tr_str_add_text(out, location->function);
    if (location->function && location->file)
        tr_str_add_text(out, between);
    if (!location->file)
        return;
    /* In a sentence a long path would push out what matters; the stack below has more room for it. */
    tr_auto_str struct tr_str file = {0};
    add_file(&file, location->file, &location->line);
    tr_text_cut_front(&file, PLACE_COLUMNS);
    tr_str_add_text(out, tr_str_text(&file));
}

struct tr_location tr_text_frame_location(const struct tr_frame *frame)
{
    return (struct tr_location){.function = frame->function, .file = frame->file, .line = frame->line};
}

void tr_text_count(struct tr_str *out, int64_t value)
{
    char digits[24];
    int length = snprintf(digits, sizeof(digits), "%" PRId64, value);
    for (int i = 0; i < length; i++) {
        if (i > 0 && digits[i - 1] != '-' && (length - i) % 3 == 0)
            tr_str_add_char(out, ',');
        tr_str_add_char(out, digits[i]);
    }
}
