#include "diagnose/facts.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "diagnose/library_call.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

const struct tr_thread *tr_facts_thread(const struct tr_facts *facts)
{
    const struct tr_list *threads = &facts->report->threads;
    return threads->count ? tr_list_at(threads, const struct tr_thread, 0) : NULL;
}

const struct tr_frame *tr_facts_frame(const struct tr_facts *facts)
{
    const struct tr_thread *thread = tr_facts_thread(facts);
    if (!thread)
        return NULL;
    const struct tr_frame *own = NULL;
    size_t left_out = 0;
    TR_EACH(const struct tr_frame, frame, &thread->frames)
    {
        if (frame->user == TR_TRUE && left_out++ == facts->callers)
            return frame;
        if (!own && frame->library != TR_TRUE && frame->module && frame->module[0] != '[')
            own = frame;
    }
    return own;
}

bool tr_facts_caller(const struct tr_facts *facts, struct tr_facts *ret)
{
    const struct tr_list *callers = &facts->report->callers;
    if (!callers->count)
        return false;
    const struct tr_calling *statement = tr_list_at(callers, const struct tr_calling, 0);
    struct tr_report *view = tr_arena_new(facts->arena, struct tr_report);
    *view = *facts->report;
    view->expressions = statement->expressions;
    view->stores = statement->stores;
    view->handed = statement->handed;
    view->stores_known = statement->stores_known;
    view->returning = statement->returning;
    view->callers = (struct tr_list){.items = callers->items + 1, .count = callers->count - 1};
    *ret = *facts;
    ret->report = view;
    ret->callers++;
    const struct tr_frame *frame = tr_facts_frame(ret);
    return frame && frame->function && frame->file && frame->line.known;
}

/*
 * The program's start-up code called main, but main's frame is not on the stack: main ended with a jump to another
 * function, or its frame was overwritten.
 */
static bool stands_for_main(const struct tr_facts *facts, const struct tr_frame *frame)
{
    if (!frame->function || strcmp(frame->function, "_start") != 0)
        return false;
    bool is_called = false;
    TR_EACH(const struct tr_frame, inner, &tr_facts_thread(facts)->frames)
    {
        /* There it is, but not as code of the user's. */
        if (inner->function && (strcmp(inner->function, "exit") == 0 || strcmp(inner->function, "main") == 0))
            return false;
        is_called = is_called || (inner->function && strcmp(inner->function, "__libc_start_call_main") == 0);
    }
    return is_called;
}

struct tr_location *tr_facts_location(const struct tr_facts *facts)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    if (!frame)
        return NULL;
    struct tr_location *location = tr_arena_new(facts->arena, struct tr_location);
    *location = (struct tr_location){
        .function = frame->function, .file = frame->file, .line = frame->line, .column = frame->column};
    if (stands_for_main(facts, frame)) {
        location->function = "main";
        location->reason = "main's frame is not on the stack: it ended with a jump, or was overwritten";
    } else if (!frame->line.known)
        location->reason = frame->reason ? frame->reason : "the line is not known";
    return location;
}

const char *tr_facts_after(const struct tr_facts *facts)
{
    return facts->timeout_ms ? tr_arena_printf(facts->arena, " after %s", tr_facts_time(facts)) : "";
}

const char *tr_facts_place(const struct tr_facts *facts)
{
    const struct tr_frame *frame = tr_facts_frame(facts);
    if (!frame)
        return "an unknown place";
    /* Names come from the program: they must not forge a sentence. */
    tr_auto_str struct tr_str place = {0};
    if (frame->file && frame->line.known) {
        tr_str_add_name(&place, frame->file);
        tr_str_printf(&place, ":%" PRId64, frame->line.value);
    } else if (stands_for_main(facts, frame)) {
        tr_str_add_text(&place, "main");
    } else if (frame->function) {
        tr_str_add_name(&place, frame->function);
    } else {
        tr_str_add_name(&place, frame->module);
        tr_str_printf(&place, "+0x%" PRIx64, frame->module_offset.value);
    }
    return tr_arena_strdup(facts->arena, tr_str_text(&place));
}

/* Index of the user's frame in the primary thread: frames before it were called from it. */
static size_t user_index(const struct tr_facts *facts)
{
    const struct tr_thread *thread = tr_facts_thread(facts);
    const struct tr_frame *user = tr_facts_frame(facts);
    if (!thread || !user)
        return 0;
    for (size_t i = 0; i < thread->frames.count; i++)
        if (thread->frames.items[i] == user)
            return i;
    return 0;
}

const char *tr_facts_frame_ref(const struct tr_facts *facts, const struct tr_frame *frame)
{
    const struct tr_thread *thread = tr_facts_thread(facts);
    for (size_t i = 0; thread && i < thread->frames.count; i++)
        if (thread->frames.items[i] == frame)
            return tr_arena_printf(facts->arena, "/threads/0/frames/%zu", i);
    return NULL;
}

const struct tr_frame *tr_facts_library_frame(const struct tr_facts *facts)
{
    return user_index(facts) ? tr_list_at(&tr_facts_thread(facts)->frames, struct tr_frame, 0) : NULL;
}

bool tr_facts_in_implicit(const struct tr_facts *facts)
{
    size_t user = user_index(facts);
    if (!user)
        return false;
    /* Code without debug information is neither the user's nor a library's either, but has no file. */
    const struct tr_frame *frame = tr_list_at(&tr_facts_thread(facts)->frames, struct tr_frame, user - 1);
    return frame->file && frame->user == TR_FALSE && frame->library == TR_FALSE;
}

const char *tr_facts_called(const struct tr_facts *facts)
{
    size_t user = user_index(facts);
    if (!user)
        return NULL;
    const struct tr_frame *frame = tr_list_at(&tr_facts_thread(facts)->frames, struct tr_frame, user - 1);
    return frame->function ? tr_library_name(facts->arena, frame->function) : NULL;
}

bool tr_facts_inside(const struct tr_facts *facts, const char *name)
{
    size_t user = user_index(facts);
    for (size_t i = 0; i < user; i++) {
        const struct tr_frame *frame = tr_list_at(&tr_facts_thread(facts)->frames, struct tr_frame, i);
        if (frame->function && strcmp(frame->function, name) == 0)
            return true;
    }
    return false;
}

bool tr_facts_signal(const struct tr_facts *facts, const char *name, const char *code)
{
    const struct tr_signal *signal = facts->signal;
    return signal && strcmp(signal->name, name) == 0 && (!code || (signal->code && strcmp(signal->code, code) == 0));
}

bool tr_facts_bad_address(const struct tr_facts *facts)
{
    return tr_facts_signal(facts, "SIGSEGV", NULL) || tr_facts_signal(facts, "SIGBUS", "SI_KERNEL");
}

bool tr_facts_own_signal(const struct tr_facts *facts)
{
    const struct tr_sender *sender = facts->signal ? facts->signal->sender : NULL;
    if (!sender || !sender->pid.known)
        return false;
    TR_EACH(const struct tr_process, process, &facts->report->processes)
    {
        if (process->pid.known && process->pid.value == sender->pid.value)
            return true;
    }
    /* The worker does not know the processes, but a process has the id of its first thread. */
    TR_EACH(const struct tr_thread, thread, &facts->report->threads)
    {
        if (thread->id.known && thread->id.value == sender->pid.value)
            return true;
    }
    return false;
}

bool tr_facts_from_kernel(const struct tr_facts *facts)
{
    static const char *const senders[] = {
        "kill",   "raise",    "gsignal", "pthread_kill", "__pthread_kill_implementation",
        "tgkill", "sigqueue", "killpg",  "syscall"};
    if (facts->signal && facts->signal->sender && !tr_facts_own_signal(facts))
        return false;
    for (size_t i = 0; i < TR_COUNT(senders); i++)
        if (tr_facts_inside(facts, senders[i]))
            return false;
    return true;
}

const struct tr_fault *tr_facts_fault(const struct tr_facts *facts)
{
    return facts->report->memory ? facts->report->memory->fault : NULL;
}

struct tr_word tr_facts_register(const struct tr_facts *facts, const char *name)
{
    TR_EACH(const struct tr_register, entry, &facts->report->registers)
    {
        if (strcmp(entry->name, name) == 0)
            return entry->value;
    }
    return (struct tr_word){0};
}

const char *tr_facts_instruction(const struct tr_facts *facts)
{
    const struct tr_instruction_view *view = facts->report->instruction;
    return view && view->text ? view->text : "";
}

bool tr_facts_read(const struct tr_facts *facts, uint64_t address, void *buffer, size_t size)
{
    return facts->read && facts->read(facts->read_arg, address, buffer, size);
}

const char *tr_facts_time(const struct tr_facts *facts)
{
    return tr_bound_amount(facts->arena, facts->hit.bound, facts->timeout_ms);
}

const char *tr_facts_amount(const struct tr_facts *facts, int64_t value)
{
    return tr_bound_amount(facts->arena, facts->hit.bound, value);
}

const char *tr_facts_name(const struct tr_facts *facts, const char *text)
{
    tr_auto_str struct tr_str name = {0};
    tr_str_add_name(&name, text);
    return tr_arena_strdup(facts->arena, tr_str_text(&name));
}

const char *tr_facts_value(const struct tr_facts *facts, const char *value)
{
    size_t length = strlen(value);
    bool is_spelled = length >= 2 && (value[0] == '"' || value[0] == '\'') && value[length - 1] == value[0];
    if (!is_spelled)
        return tr_facts_name(facts, value);
    if (length <= TR_LIMIT_QUOTED + 2)
        return value;
    /* Whole characters, and no escape sequence cut in two: "\\ooo" is the longest. */
    size_t cut = TR_LIMIT_QUOTED;
    while (cut && ((unsigned char)value[cut] & 0xc0) == 0x80)
        cut--;
    for (size_t back = 1; back <= 4 && back < cut; back++)
        if (value[cut - back] == '\\')
            cut -= back, back = 0;
    return tr_arena_printf(facts->arena, "%.*s%c…", (int)cut, value, value[0]);
}

const char *tr_facts_quoted(const struct tr_facts *facts, const char *text)
{
    tr_auto_str struct tr_str quoted = {0};
    tr_str_add_quoted(&quoted, text);
    return tr_arena_strdup(facts->arena, tr_str_text(&quoted));
}

void tr_finding_add(const struct tr_facts *facts, struct tr_finding *finding, const char *ref, const char *format, ...)
{
    struct tr_evidence *evidence = tr_list_new(facts->arena, &finding->evidence, struct tr_evidence);
    va_list arguments;
    va_start(arguments, format);
    evidence->text = tr_arena_vprintf(facts->arena, format, arguments);
    va_end(arguments);
    evidence->ref = ref;
}
