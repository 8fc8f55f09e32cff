/*
 * Any bytes as every text of a report: all formats must give UTF-8 without control bytes, and what is JSON must parse.
 */
#include "fuzzer.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "formats/format.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static struct tr_report *build(struct tr_arena *arena, const char *text)
{
    struct tr_report *report = tr_arena_new(arena, struct tr_report);
    report->schema = "tracerun.report/1";
    report->status = TR_STATUS_RUNTIME_ERROR;
    report->ended_by = TR_ENDED_BY_PROGRAM;
    report->outcome = tr_arena_new(arena, struct tr_outcome);
    report->tool = tr_arena_new(arena, struct tr_tool);
    report->tool->name = "tracerun";
    report->tool->version = text;
    struct tr_thread *thread = tr_list_new(arena, &report->threads, struct tr_thread);
    thread->id = tr_number(1);
    thread->name = text;
    thread->crashed = TR_TRUE;
    struct tr_frame *frame = tr_list_new(arena, &thread->frames, struct tr_frame);
    *frame = (struct tr_frame){.index = tr_number(0), .pc = tr_word(1), .function = text, .signature = text,
                               .file = text, .module = text, .line = tr_number(1), .user = TR_TRUE};
    frame->source = tr_arena_new(arena, struct tr_source);
    frame->source->first_line = frame->source->focus = tr_number(1);
    tr_list_add(arena, &frame->source->lines, (void *)(uintptr_t)text);
    struct tr_variable *variable = tr_list_new(arena, &frame->locals, struct tr_variable);
    *variable = (struct tr_variable){.name = text, .type = text, .kind = TR_VALUE_STRING, .value = text,
                                     .state = TR_STATE_UNREADABLE, .reason = text};
    struct tr_process *process = tr_list_new(arena, &report->processes, struct tr_process);
    process->pid = tr_number(1);
    process->path = text;
    process->primary = TR_TRUE;
    tr_list_add(arena, &process->arguments, (void *)(uintptr_t)text);
    return report;
}

static void check_bytes(const struct tr_str *out)
{
    if (!tr_utf8_valid(out->bytes, out->size))
        abort();
    for (size_t i = 0; i < out->size; i++)
        if ((unsigned char)out->bytes[i] < 0x20 && out->bytes[i] != '\n')
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct tr_arena *arena = tr_arena_create();
    const struct tr_report *report = build(arena, tr_arena_strndup(arena, (const char *)bytes, size));
    for (const struct tr_format *const *format = tr_formats(); *format; format++) {
        tr_auto_str struct tr_str out = {0};
        const struct tr_format_options options = {.columns = 100, .verbose = true};
        tr_auto_error struct tr_error *error = (*format)->emit(report, &options, &out);
        if (error)
            abort();
        check_bytes(&out);
        cJSON *document = strcmp((*format)->name, "json") == 0 ? cJSON_ParseWithLength(out.bytes, out.size) : NULL;
        if (!document && strcmp((*format)->name, "json") == 0)
            abort();
        cJSON_Delete(document);
    }
    tr_arena_destroy(arena);
    return 0;
}
