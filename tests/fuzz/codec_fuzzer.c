/*
 * What a worker sends: any bytes are a report or an error, and every report can be written in every format. An input is
 * edits of 4 bytes to an encoded report: where (2 bytes), how many bytes to leave out there (up to 7), and one to put in;
 * or, after a first byte of 0xff, the bytes themselves.
 */
#include "fuzzer.h"

#include "base/cleanup.h"
#include "formats/format.h"
#include "model/codec.h"

#include <stdlib.h>
#include <string.h>

static void emit(const struct tr_report *report)
{
    for (const struct tr_format *const *format = tr_formats(); *format; format++) {
        tr_auto_str struct tr_str out = {0};
        const struct tr_format_options options = {.columns = 100, .verbose = true};
        tr_auto_error struct tr_error *error = (*format)->emit(report, &options, &out);
        (void)error; /* a record that lacks what is always there */
    }
}

static void encode_sample(struct tr_str *out)
{
    struct tr_arena *arena = tr_arena_create();
    struct tr_report *report = tr_arena_new(arena, struct tr_report);
    report->schema = "tracerun.report/1";
    report->status = TR_STATUS_RUNTIME_ERROR;
    report->ended_by = TR_ENDED_BY_PROGRAM;
    report->outcome = tr_arena_new(arena, struct tr_outcome);
    report->tool = tr_arena_new(arena, struct tr_tool);
    report->tool->name = report->tool->version = "tool";
    struct tr_thread *thread = tr_list_new(arena, &report->threads, struct tr_thread);
    thread->id = tr_number(1);
    thread->crashed = TR_TRUE;
    struct tr_frame *frame = tr_list_new(arena, &thread->frames, struct tr_frame);
    *frame = (struct tr_frame){.index = tr_number(0), .pc = tr_word(1), .function = "main", .line = tr_number(1)};
    for (size_t i = 0; i < 2; i++) {
        struct tr_variable *variable = tr_list_new(arena, &frame->locals, struct tr_variable);
        *variable = (struct tr_variable){.name = "v", .type = "int", .kind = TR_VALUE_INTEGER, .value = "1",
                                         .state = TR_STATE_OK};
    }
    tr_encode(&tr_record_report, report, out);
    tr_arena_destroy(arena);
}

static void edit(struct tr_str *bytes, const uint8_t *edits, size_t size)
{
    for (; size >= 4 && bytes->size; edits += 4, size -= 4) {
        uint16_t place;
        memcpy(&place, edits, sizeof(place));
        size_t at = place % bytes->size, left_out = edits[2] % 8;
        bytes->bytes[at] = (char)edits[3];
        if (left_out < bytes->size - at) {
            memmove(bytes->bytes + at + 1, bytes->bytes + at + 1 + left_out, bytes->size - at - 1 - left_out);
            bytes->size -= left_out;
        }
    }
}

static void read_report(const void *bytes, size_t size)
{
    struct tr_arena *arena = tr_arena_create();
    void *report;
    tr_auto_error struct tr_error *error = tr_decode(&tr_record_report, arena, bytes, size, &report);
    const char *record, *field;
    if (!error) {
        tr_auto_str struct tr_str again = {0};
        tr_encode(&tr_record_report, report, &again);
        if (again.size != size)
            abort();
        if (tr_record_valid(&tr_record_report, report, &record, &field))
            emit(report);
    }
    tr_arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    tr_auto_str struct tr_str sample = {0};
    if (size && bytes[0] == 0xff) {
        read_report(bytes + 1, size - 1);
        return 0;
    }
    encode_sample(&sample);
    edit(&sample, bytes, size);
    read_report(sample.bytes, sample.size);
    return 0;
}
