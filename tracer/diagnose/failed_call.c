#include "diagnose/failed_call.h"

#include "base/utf8.h"
#include "diagnose/source_text.h"

#include <inttypes.h>
#include <string.h>

enum { CALL_TEXT = 120 };

/* Whether the call was made by the function of @p frame: another may have a variable of the same name. */
static bool is_made_by(const struct tr_location *location, const struct tr_frame *frame)
{
    return frame->file && location->file && strcmp(frame->file, location->file) == 0 && frame->function &&
           location->function && strcmp(frame->function, location->function) == 0;
}

static const char *source_line(const struct tr_facts *facts, const struct tr_location *location)
{
    const struct tr_thread *thread = tr_facts_thread(facts);
    for (size_t i = 0; thread && i < thread->frames.count; i++) {
        const struct tr_frame *frame = tr_list_at(&thread->frames, struct tr_frame, i);
        const struct tr_source *source = frame->source;
        if (!source || !is_made_by(location, frame))
            continue;
        int64_t index = location->line.value - source->first_line.value;
        if (location->line.known && index >= 0 && (uint64_t)index < source->lines.count)
            return source->lines.items[index];
    }
    return NULL;
}

const struct tr_syscall *tr_failed_call_behind(const struct tr_facts *facts, const char *variable, bool is_stream,
                                               bool *ret_assigned)
{
    const struct tr_list *failed = facts->report->syscalls ? &facts->report->syscalls->failed : NULL;
    const struct tr_frame *frame = tr_facts_frame(facts);
    for (size_t i = failed ? failed->count : 0; i-- > 0;) {
        const struct tr_syscall *call = tr_list_at(failed, struct tr_syscall, i);
        const char *line =
            call->location && call->error && !call->process.known ? source_line(facts, call->location) : NULL;
        if (line && tr_source_assigned(line, variable)) {
            *ret_assigned = is_made_by(call->location, frame);
            return call;
        }
    }
    *ret_assigned = false;
    for (size_t i = is_stream && failed ? failed->count : 0; i-- > 0;) {
        const struct tr_syscall *call = tr_list_at(failed, struct tr_syscall, i);
        if (call->location && call->error && !call->process.known && strncmp(call->name, "open", 4) == 0)
            return call;
    }
    return NULL;
}

const char *tr_failed_open_error(const struct tr_facts *facts)
{
    const struct tr_list *failed = facts->report->syscalls ? &facts->report->syscalls->failed : NULL;
    const struct tr_frame *frame = tr_facts_frame(facts);
    for (size_t i = failed ? failed->count : 0; i-- > 0;) {
        const struct tr_syscall *call = tr_list_at(failed, struct tr_syscall, i);
        if (frame && call->location && call->error && !call->process.known && strncmp(call->name, "open", 4) == 0 &&
            is_made_by(call->location, frame) && call->location->line.value == frame->line.value)
            return call->error;
    }
    return NULL;
}

/* The recorder has quoted and escaped what the program gave; here it is only cut. */
static const char *short_text(const struct tr_facts *facts, const struct tr_syscall *call)
{
    size_t cut = strlen(call->text);
    if (cut <= CALL_TEXT)
        return call->text;
    for (cut = CALL_TEXT; cut && ((unsigned char)call->text[cut] & 0xc0) == 0x80;)
        cut--;
    return tr_arena_printf(facts->arena, "%.*s…", (int)cut, call->text);
}

static const char *call_ref(const struct tr_facts *facts, const struct tr_syscall *call)
{
    const struct tr_list *failed = &facts->report->syscalls->failed;
    for (size_t i = 0; i < failed->count; i++)
        if (failed->items[i] == call)
            return tr_arena_printf(facts->arena, "/syscalls/failed/%zu", i);
    return NULL;
}

void tr_failed_call_tell(const struct tr_facts *facts, const struct tr_syscall *call, const char *variable,
                         bool assigned, struct tr_finding *finding)
{
    const char *name = tr_facts_name(facts, variable), *text = short_text(facts, call);
    const struct tr_location *location = call->location;
    const char *place =
        tr_arena_printf(facts->arena, "%s:%" PRId64, location->file ? tr_facts_name(facts, location->file) : "line",
                        location->line.value);
    tr_finding_add(facts, finding, call_ref(facts, call),
                   assigned ? "%s was set at %s, where %s failed with %s"
                            : "%s may come from %s, where %s failed with %s",
                   name, place, text, call->error);
    char function[TR_SOURCE_NAME];
    const char *line = assigned ? source_line(facts, location) : NULL, *value = line ? tr_source_assigned(line, variable) : NULL;
    bool is_behind = value && tr_source_called(value, function) && strcmp(function, call->name) != 0;
    finding->hint =
        is_behind ? tr_arena_printf(facts->arena, "%s at %s failed, since %s ended with %s: see why, and test what %s returned "
                                                  "before %s is used",
                                    tr_facts_name(facts, function), place, call->name, call->error, tr_facts_name(facts, function), name)
                  : tr_arena_printf(facts->arena, "%s at %s failed with %s: see why, and test the result of that call before %s is used",
                                    call->name, place, call->error, name);
}
