/*
 * The few lines that isolate writes with --meta, "key:value" each, for scripts that read those: what was used, how it
 * ended, and a status of two letters. Source: isolate(1), META-FILES.
 */
#include "formats/format.h"

#include <ctype.h>
#include <inttypes.h>

enum { MESSAGE = 200 };

static bool is_killed(const struct tr_report *report) { return report->ended_by == TR_ENDED_BY_TRACERUN; }

/* RE: exit status, SG: signal, TO: time, XX: tracerun failed; nothing after success. */
static const char *status_of(const struct tr_report *report)
{
    switch (report->status) {
    case TR_STATUS_SUCCESS:
        return NULL;
    case TR_STATUS_TIMEOUT:
    case TR_STATUS_DEADLOCK:
        return "TO";
    case TR_STATUS_INTERNAL_ERROR:
        return "XX";
    default:
        return report->outcome && report->outcome->signal ? "SG" : "RE";
    }
}

static void add_number(struct tr_str *out, const char *key, struct tr_number number)
{
    if (number.known)
        tr_str_printf(out, "%s:%" PRId64 "\n", key, number.value);
}

static void add_seconds(struct tr_str *out, const char *key, int64_t ms)
{
    if (ms >= 0)
        tr_str_printf(out, "%s:%" PRId64 ".%03d\n", key, ms / 1000, (int)(ms % 1000));
}

static void add_resources(struct tr_str *out, const struct tr_resources *used)
{
    if (!used)
        return;
    if (used->user_ms.known && used->system_ms.known && used->user_ms.value < INT64_MAX / 2
        && used->system_ms.value < INT64_MAX / 2)
        add_seconds(out, "time", used->user_ms.value + used->system_ms.value);
    if (used->wall_ms.known)
        add_seconds(out, "time-wall", used->wall_ms.value);
    add_number(out, "max-rss", used->peak_rss_kb);
    add_number(out, "csw-forced", used->forced_switches);
    if (used->context_switches.known && used->forced_switches.known
        && used->context_switches.value >= used->forced_switches.value && used->forced_switches.value >= 0)
        tr_str_printf(out, "csw-voluntary:%" PRId64 "\n", used->context_switches.value - used->forced_switches.value);
}

/* The verdict, and why in one line: values have no escapes in this format, so there is nothing in it that needs one. */
static void add_message(struct tr_str *out, const struct tr_report *report)
{
    const char *why = report->diagnosis ? report->diagnosis->summary : NULL;
    if (report->incomplete.count && report->status == TR_STATUS_INTERNAL_ERROR)
        why = tr_list_at(&report->incomplete, struct tr_incomplete, 0)->reason;
    tr_str_printf(out, "message:%s", tr_words_text(&tr_words_status, report->status));
    if (why)
        tr_str_add_text(out, ": ");
    for (size_t i = 0; why && why[i] && i < MESSAGE; i++)
        tr_str_add_char(out, isprint((unsigned char)why[i]) ? why[i] : '?');
    tr_str_add_char(out, '\n');
}

static struct tr_error *emit(const struct tr_report *report, const struct tr_format_options *options,
                             struct tr_str *out)
{
    (void)options;
    const char *status = status_of(report);
    add_resources(out, report->resources);
    if (report->outcome)
        add_number(out, "exitcode", report->outcome->exit_code);
    if (report->outcome && report->outcome->signal)
        add_number(out, "exitsig", report->outcome->signal->number);
    if (is_killed(report))
        tr_str_add_text(out, "killed:1\n");
    if (status) {
        tr_str_printf(out, "status:%s\n", status);
        add_message(out, report);
    }
    return NULL;
}

const struct tr_format tr_format_meta = {
    .name = "meta",
    .extension = "meta",
    .doc = "what was used and how it ended, as isolate writes it: key:value lines",
    .emit = emit,
};
