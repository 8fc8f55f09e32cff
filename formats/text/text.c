/*
 * Text for a person on a terminal: the verdict first and last, the line with its values, the proof, the stack, then
 * what else may help. At most LINES lines of the given columns, what is cut is counted; with `verbose` everything.
 */
#include "formats/format.h"
#include "formats/prose/excerpt.h"
#include "formats/prose/notes.h"
#include "formats/prose/places.h"
#include "formats/prose/stack.h"
#include "formats/prose/words.h"

#include <inttypes.h>
#include <limits.h>
#include <signal.h>

enum {
    LINES = 40,
    COLUMNS = 100,     /* when the caller does not say */
    COLUMNS_MIN = 40,  /* a narrower page would show nothing but cuts */
    SUMMARY_LINES = 2,
    CONTEXT_LINES = 2, /* of source before and after the failing one */
    STACK_LINES = 6,   /* kept for the stack when the page is short of room, then for threads, then for notes */
    THREADS_LINES = 3,
    NOTES_LINES = 2,
};

struct text {
    const struct tr_report *report;
    bool verbose, color;
    int columns;
};

static int cut_column(const struct text *text) { return text->verbose ? INT_MAX : text->columns; }
static struct tr_page section(const struct text *text) { return tr_page_make(cut_column(text), text->color); }

/* ---- short forms ---- */

enum form { FORM_NOTHING, FORM_LINE, FORM_WHOLE };

static bool is_broken_pipe(const struct tr_report *report)
{
    const struct tr_signal *signal = report->outcome ? report->outcome->signal : NULL;
    const struct tr_finding *finding = report->diagnosis;
    return signal && signal->number.value == SIGPIPE
           && (!finding || finding->kind == TR_KIND_BROKEN_PIPE || finding->kind == TR_KIND_FATAL_SIGNAL
               || finding->kind == TR_KIND_EXTERNAL_SIGNAL);
}

static bool is_plain_exit(const struct tr_report *report)
{
    return report->status == TR_STATUS_RUNTIME_ERROR && report->outcome && report->outcome->exit_code.known
           && (!report->diagnosis || report->diagnosis->kind == TR_KIND_NONZERO_EXIT);
}

static enum form choose_form(const struct tr_report *report, bool verbose)
{
    if ((report->status == TR_STATUS_SUCCESS && !report->diagnosis) || is_broken_pipe(report))
        return FORM_NOTHING;
    if (report->status == TR_STATUS_INTERNAL_ERROR || (is_plain_exit(report) && !verbose))
        return FORM_LINE;
    return FORM_WHOLE;
}

static void add_exit_line(struct tr_str *out, const struct tr_report *report)
{
    tr_str_printf(out, "exit status %" PRId64, report->outcome->exit_code.value);
    tr_text_location(out, " from ", report->diagnosis ? report->diagnosis->location : NULL, " at ");
    if (report->findings.count)
        tr_str_printf(out, " (%zu more finding%s: -v)", report->findings.count, report->findings.count > 1 ? "s" : "");
}

/* tracerun could not do its work: why, in one line. */
static void add_internal_error(struct tr_str *out, const struct tr_report *report)
{
    const struct tr_incomplete *first = report->incomplete.count ? report->incomplete.items[0] : NULL;
    if (report->diagnosis && report->diagnosis->summary)
        tr_str_add_text(out, report->diagnosis->summary);
    else if (first && first->reason)
        tr_str_add_text(out, first->reason);
    else
        tr_str_add_text(out, "internal error");
}

static void add_one_line(struct tr_page *page, const struct tr_report *report)
{
    tr_auto_str struct tr_str line = {0};
    if (report->status == TR_STATUS_INTERNAL_ERROR) {
        add_internal_error(&line, report);
        page->columns = INT_MAX; /* nothing of an error's message may be lost */
    } else
        add_exit_line(&line, report);
    tr_page_printf(page, "tracerun: %s", tr_str_text(&line));
    tr_page_end(page);
}

/* ---- sections of the whole ---- */

/* Runs that ended while nothing had crashed: any thread may be the one that matters. */
static bool every_thread_matters(const struct tr_report *report)
{
    return report->status == TR_STATUS_TIMEOUT || report->status == TR_STATUS_DEADLOCK;
}

static void make_stack(const struct text *text, struct tr_page *page, size_t valued)
{
    const struct tr_report *report = text->report;
    const struct tr_thread *thread = tr_text_primary(report);
    const struct tr_text_depth depth = {
        .frames = SIZE_MAX,
        .valued = text->verbose ? SIZE_MAX : valued,
        .lines = text->verbose ? 0 : 2,
        .whole = text->verbose,
    };
    if (!thread)
        return;
    if (report->threads.count > 1 && (text->verbose || every_thread_matters(report)))
        tr_text_thread(page, thread, true);
    tr_text_stack(page, report, thread, &depth, text->columns);
}

static void make_threads(const struct text *text, struct tr_page *page)
{
    const struct tr_report *report = text->report;
    const struct tr_thread *primary = tr_text_primary(report);
    const bool stacks = text->verbose || every_thread_matters(report);
    const struct tr_text_depth depth = {
        .frames = text->verbose ? SIZE_MAX : 2,
        .valued = text->verbose ? SIZE_MAX : 0,
        .lines = text->verbose ? 0 : 1,
        .whole = text->verbose,
    };
    TR_EACH(struct tr_thread, thread, &report->threads)
    {
        if (thread == primary)
            continue;
        tr_text_thread(page, thread, stacks);
        if (stacks)
            tr_text_stack(page, report, thread, &depth, text->columns);
    }
    if (report->omitted_threads.value > 0) {
        tr_page_printf(page, "  … %" PRId64 " more threads", report->omitted_threads.value);
        tr_page_end(page);
    }
}

static void make_head(const struct text *text, struct tr_page *page)
{
    const struct tr_finding *finding = text->report->diagnosis;
    tr_auto_str struct tr_str headline = {0};
    tr_text_headline(&headline, text->report);
    tr_page_text(page, "tracerun: ");
    tr_page_style(page, TR_STYLE_TITLE);
    tr_page_text(page, tr_str_text(&headline));
    tr_page_end(page);
    if (finding && finding->summary) {
        tr_page_end(page);
        tr_page_wrap(page, finding->summary, 2, text->columns, text->verbose ? 0 : SUMMARY_LINES);
    }
    const struct tr_frame *frame = tr_text_focus_frame(text->report);
    tr_auto_page struct tr_page excerpt = section(text), reasons = section(text);
    if (frame)
        tr_text_excerpt(&excerpt, text->report, frame, text->columns, CONTEXT_LINES);
    tr_text_reasons(&reasons, text->report, text->columns, text->verbose);
    const struct tr_page *parts[] = {&excerpt, &reasons};
    for (size_t i = 0; i < TR_COUNT(parts); i++)
        if (parts[i]->lines) {
            tr_page_end(page);
            tr_page_append(page, parts[i], 0);
        }
}

static size_t at_most(size_t value, size_t limit) { return value < limit ? value : limit; }

/*
 * Share @p room lines out to the parts, each with a blank line before it: first what each is sure of, then the rest in
 * their order. The lines that a part gets are 0 when it is empty.
 */
static void share(size_t room, const struct tr_page *const parts[], const size_t sure[], size_t count, size_t given[])
{
    for (size_t i = 0; i < count; i++) {
        given[i] = at_most(parts[i]->lines, sure[i]);
        size_t cost = parts[i]->lines ? given[i] + 1 : 0;
        room -= at_most(cost, room);
    }
    for (size_t i = 0; i < count; i++) {
        size_t more = at_most(parts[i]->lines - given[i], room);
        given[i] += more;
        room -= more;
    }
}

/* Half of the page for the other threads where any may be the one that matters, as far as the other parts allow. */
static size_t threads_lines(const struct tr_report *report, size_t room)
{
    const size_t others = STACK_LINES + NOTES_LINES + 3; /* with a blank line before each part */
    if (!every_thread_matters(report) || room < others + THREADS_LINES)
        return THREADS_LINES;
    return room / 2 < room - others ? room / 2 : room - others;
}

static void make_whole(const struct text *text, struct tr_page *page)
{
    make_head(text, page);
    tr_auto_page struct tr_page stack = section(text), short_stack = section(text);
    tr_auto_page struct tr_page threads = section(text), notes = section(text);
    make_stack(text, &stack, SIZE_MAX);
    make_stack(text, &short_stack, 2);
    make_threads(text, &threads);
    tr_text_notes(&notes, text->report, text->columns, text->verbose);

    const struct tr_page *parts[] = {&stack, &threads, &notes};
    size_t given[TR_COUNT(parts)] = {0};
    if (!text->verbose) {
        const size_t room = LINES - at_most(page->lines + 2, LINES); /* 2: the verdict and a blank line before it */
        const size_t sure[] = {STACK_LINES, threads_lines(text->report, room), NOTES_LINES};
        share(room, parts, sure, TR_COUNT(parts), given);
        /* Rather every frame without its variables than a few frames with them. */
        if (given[0] < stack.lines) {
            parts[0] = &short_stack;
            share(room, parts, sure, TR_COUNT(parts), given);
        }
    }
    for (size_t i = 0; i < TR_COUNT(parts); i++)
        if (parts[i]->lines) {
            tr_page_end(page);
            tr_page_append(page, parts[i], given[i]);
        }

    tr_auto_str struct tr_str verdict = {0};
    tr_text_verdict(&verdict, text->report);
    tr_page_end(page);
    tr_page_printf(page, "tracerun: %s", tr_str_text(&verdict));
    tr_page_end(page);
}

static struct tr_error *emit(const struct tr_report *report, const struct tr_format_options *options,
                             struct tr_str *out)
{
    struct text text = {.report = report, .verbose = options->verbose, .color = options->color};
    text.columns = options->columns <= 0 ? COLUMNS : options->columns < COLUMNS_MIN ? COLUMNS_MIN : options->columns;
    tr_auto_page struct tr_page page = section(&text);
    switch (choose_form(report, text.verbose)) {
    case FORM_NOTHING:
        break;
    case FORM_LINE:
        add_one_line(&page, report);
        break;
    case FORM_WHOLE:
        make_whole(&text, &page);
        break;
    }
    tr_str_add(out, tr_str_text(&page.bytes), page.bytes.size);
    return NULL;
}

const struct tr_format tr_format_text = {
    .name = "text",
    .extension = "txt",
    .doc = "text for a person: the verdict, the line with its values, the stack",
    .emit = emit,
};
