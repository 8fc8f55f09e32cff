#include "formats/prose/words.h"

#include "formats/prose/places.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* Kinds whose name is not their word with spaces for hyphens. */
static const struct {
    enum tr_kind kind;
    const char *name;
} kind_names[] = {
    {TR_KIND_OUT_OF_BOUNDS_INDEX, "out-of-bounds index"},
    {TR_KIND_WRITE_TO_READ_ONLY_MEMORY, "write to read-only memory"},
    {TR_KIND_FLOATING_POINT_TRAP, "floating-point trap"},
    {TR_KIND_NONZERO_EXIT, "failing exit status"},
    {TR_KIND_EXTERNAL_SIGNAL, "signal from outside"},
    {TR_KIND_SYSCALL_VIOLATION, "forbidden system call"},
};

/* What ended the run, where that is not told by a signal or an exit status of the program's own. */
static const char *const status_names[TR_STATUS_COUNT] = {
    [TR_STATUS_TIMEOUT] = "time limit",
    [TR_STATUS_DEADLOCK] = "deadlock",
    [TR_STATUS_MEMORY_LIMIT] = "memory limit",
    [TR_STATUS_OUTPUT_LIMIT] = "output limit",
    [TR_STATUS_PROCESS_LIMIT] = "process limit",
    [TR_STATUS_FILE_LIMIT] = "file limit",
    [TR_STATUS_SECURITY_VIOLATION] = "security violation",
    [TR_STATUS_COMPILE_ERROR] = "compile error",
    [TR_STATUS_WRONG_OUTPUT] = "wrong output",
    [TR_STATUS_INTERRUPTED] = "interrupted",
    [TR_STATUS_INTERNAL_ERROR] = "internal error",
};

/* Kinds that only say what was seen: "verified" would add nothing. */
static bool is_observation(enum tr_kind kind)
{
    switch (kind) {
    case TR_KIND_NONZERO_EXIT:
    case TR_KIND_FATAL_SIGNAL:
    case TR_KIND_EXTERNAL_SIGNAL:
    case TR_KIND_BROKEN_PIPE:
    case TR_KIND_MEMORY_LIMIT:
    case TR_KIND_OUTPUT_LIMIT:
    case TR_KIND_PROCESS_LIMIT:
    case TR_KIND_FILE_LIMIT:
    case TR_KIND_WRONG_OUTPUT:
    case TR_KIND_COMPILE_ERROR:
        return true;
    default:
        return false;
    }
}

void tr_text_kind(struct tr_str *out, enum tr_kind kind)
{
    for (size_t i = 0; i < TR_COUNT(kind_names); i++)
        if (kind_names[i].kind == kind) {
            tr_str_add_text(out, kind_names[i].name);
            return;
        }
    for (const char *c = tr_words_text(&tr_words_kind, kind); *c; c++)
        tr_str_add_char(out, *c == '-' ? ' ' : *c);
}

static const char *status_name(enum tr_status status)
{
    return status < TR_STATUS_COUNT ? status_names[status] : NULL;
}

const struct tr_outcome *tr_text_outcome(const struct tr_report *report)
{
    TR_EACH(struct tr_process, process, &report->processes)
    {
        if (process->primary == TR_TRUE && process->outcome)
            return process->outcome;
    }
    return report->outcome;
}

/* "SIGSEGV" or "exit status 3"; nothing when the end was not seen. */
static void add_outcome(struct tr_str *out, const struct tr_outcome *outcome)
{
    if (outcome && outcome->signal)
        tr_str_add_text(out, outcome->signal->name ? outcome->signal->name : "a signal");
    else if (outcome && outcome->exit_code.known)
        tr_str_printf(out, "exit status %" PRId64, outcome->exit_code.value);
}

/* The verdict's name. */
static void add_title(struct tr_str *out, const struct tr_report *report)
{
    const struct tr_finding *finding = report->diagnosis;
    size_t start = out->size;
    if (finding && finding->kind)
        tr_text_kind(out, finding->kind);
    else if (status_name(report->status))
        tr_str_add_text(out, status_name(report->status));
    else
        add_outcome(out, tr_text_outcome(report));
    if (out->size == start)
        tr_str_add_text(out, "the program failed");
}

/* What is behind the title in brackets: what ended the run, how sure the diagnosis is; each only when it tells more. */
static void add_brackets(struct tr_str *out, const struct tr_report *report, const char *title)
{
    const struct tr_finding *finding = report->diagnosis;
    tr_auto_str struct tr_str end = {0};
    if (status_name(report->status))
        tr_str_add_text(&end, status_name(report->status));
    else
        add_outcome(&end, tr_text_outcome(report));
    bool tell_end = end.size && strcmp(tr_str_text(&end), title) != 0;
    bool tell_confidence = finding && finding->confidence && !is_observation(finding->kind);
    if (!tell_end && !tell_confidence)
        return;
    tr_str_printf(out, " (%s%s%s)", tell_end ? tr_str_text(&end) : "", tell_end && tell_confidence ? ", " : "",
                  tell_confidence ? tr_words_text(&tr_words_confidence, finding->confidence) : "");
}

/* Where to look: the diagnosis' location, else the first user frame. */
static void add_place(struct tr_str *out, const struct tr_report *report)
{
    const struct tr_finding *finding = report->diagnosis;
    size_t start = out->size;
    tr_text_location(out, " in ", finding ? finding->location : NULL, ", ");
    const struct tr_frame *frame = out->size == start ? tr_text_focus_frame(report) : NULL;
    if (!frame)
        return;
    tr_str_add_text(out, " in ");
    tr_text_frame_name(out, frame);
    tr_auto_str struct tr_str place = {0};
    tr_text_frame_place(&place, frame);
    tr_str_printf(out, "%s%s", place.size ? ", " : "", tr_str_text(&place));
}

void tr_text_headline(struct tr_str *out, const struct tr_report *report)
{
    tr_auto_str struct tr_str title = {0};
    add_title(&title, report);
    tr_str_add_text(out, tr_str_text(&title));
    add_brackets(out, report, tr_str_text(&title));
    add_place(out, report);
}

void tr_text_verdict(struct tr_str *out, const struct tr_report *report)
{
    const struct tr_finding *finding = report->diagnosis;
    if (!finding || !finding->summary) {
        tr_text_headline(out, report);
        return;
    }
    tr_auto_str struct tr_str title = {0};
    add_title(&title, report);
    if (strncasecmp(finding->summary, tr_str_text(&title), title.size) != 0)
        tr_str_printf(out, "%s: ", tr_str_text(&title));
    /* The consequence, which the first lines have told, gives way to the place. */
    const char *consequence = strstr(finding->summary, ", so ");
    tr_str_add(out, finding->summary,
               consequence ? (size_t)(consequence - finding->summary) : strlen(finding->summary));
}
