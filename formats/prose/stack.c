#include "formats/prose/stack.h"

#include "formats/prose/places.h"
#include "formats/prose/value.h"

#include <inttypes.h>

enum {
    PLACE_COLUMN = 56,   /* where FILE:LINE begins, unless the call is longer */
    PLACE_WIDTH = 44,    /* columns of a place; the call is cut for it */
    VALUES_COLUMN = 7,   /* where variables begin under their frame */
    ARGUMENT_BYTES = 48, /* of one argument in a call */
    NAMES_SHOWN = 4,     /* functions named where frames are folded */
    REST_WIDTH = 14,     /* room for ", … 10000 more" */
};

struct stack {
    struct tr_page *page;
    const struct tr_report *report;
    const struct tr_text_depth *depth;
    int width;
    int digits;             /* of the largest frame index */
    size_t frames, valued;  /* shown so far */
    bool complete;          /* the cap on frames has not bitten */
};

/* ---- one frame ---- */

static void add_call(struct tr_str *out, const struct stack *stack, const struct tr_frame *frame)
{
    tr_text_frame_name(out, frame);
    /* Without debug information nothing is known of parameters: "f()" would say that there are none. */
    if (!frame->file && !frame->arguments.count)
        return;
    tr_str_add_char(out, '(');
    size_t shown = 0;
    TR_EACH(struct tr_variable, argument, &frame->arguments)
    {
        tr_auto_str struct tr_str value = {0};
        tr_text_value(&value, stack->report, frame, argument);
        if (!stack->depth->whole)
            tr_text_cut(&value, ARGUMENT_BYTES);
        tr_str_printf(out, "%s%s = %s", shown++ ? ", " : "", argument->name ? argument->name : "?",
                      tr_str_text(&value));
    }
    tr_str_add_char(out, ')');
}

static const char *remark(const struct tr_frame *frame)
{
    if (frame->trust == TR_TRUST_SCAN)
        return " (found by a stack scan)";
    if (frame->trust == TR_TRUST_GUESS)
        return " (guessed)";
    return frame->inlined == TR_TRUE ? " (inlined)" : "";
}

static void add_frame_line(struct stack *stack, const struct tr_frame *frame)
{
    struct tr_page *page = stack->page;
    tr_page_style(page, TR_STYLE_LABEL);
    tr_page_printf(page, "  #%-*" PRId64 " ", stack->digits, frame->index.value);
    tr_page_style(page, TR_STYLE_PLAIN);
    if (frame->signal_handler == TR_TRUE) {
        tr_page_text(page, "<signal handler called>");
        tr_page_end(page);
        return;
    }
    tr_auto_str struct tr_str call = {0}, place = {0};
    add_call(&call, stack, frame);
    tr_text_frame_place(&place, frame);
    tr_str_add_text(&place, remark(frame));
    if (!stack->depth->whole) {
        tr_text_cut_front(&place, stack->width / 2 < PLACE_WIDTH ? stack->width / 2 : PLACE_WIDTH);
        tr_text_cut(&call, stack->width - page->width - 2 - tr_text_width(tr_str_text(&place)));
    }
    tr_page_text(page, tr_str_text(&call));
    if (place.size) {
        tr_page_column(page, page->width + 2 > PLACE_COLUMN ? page->width + 2 : PLACE_COLUMN);
        tr_page_text(page, tr_str_text(&place));
    }
    tr_page_end(page);
}

/* "name = value -> target", the target only where the whole fits on a line. */
static void variable_text(struct tr_str *out, const struct stack *stack, const struct tr_frame *frame,
                          const struct tr_variable *variable)
{
    tr_str_printf(out, "%s = ", variable->name ? variable->name : "?");
    tr_text_value(out, stack->report, frame, variable);
    tr_auto_str struct tr_str targets = {0};
    tr_text_targets(&targets, stack->report, frame, variable);
    int room = stack->width - VALUES_COLUMN - REST_WIDTH;
    if (stack->depth->whole || tr_text_width(tr_str_text(out)) + tr_text_width(tr_str_text(&targets)) <= room)
        tr_str_add_text(out, tr_str_text(&targets));
    if (!stack->depth->whole)
        tr_text_cut(out, room);
}

/*
 * Variables side by side, each whole on one line, in at most depth->lines lines; the last tells how many are left out.
 */
static void add_variables(struct stack *stack, const struct tr_frame *frame)
{
    struct tr_page *page = stack->page;
    const size_t count = frame->locals.count, limit = stack->depth->lines;
    int64_t omitted = frame->omitted_variables.value;
    size_t shown = 0, lines = 1;
    for (; shown < count; shown++) {
        tr_auto_str struct tr_str text = {0};
        variable_text(&text, stack, frame, frame->locals.items[shown]);
        bool last = limit && lines == limit, more = shown + 1 < count || omitted > 0;
        int room = stack->width - page->width - (last && more ? REST_WIDTH : 0);
        if (page->width && tr_text_width(tr_str_text(&text)) + 2 > room) {
            if (last)
                break;
            tr_page_end(page);
            lines++;
        }
        if (page->width)
            tr_page_text(page, ", ");
        tr_page_column(page, VALUES_COLUMN);
        tr_page_text(page, tr_str_text(&text));
    }
    omitted += (int64_t)(count - shown);
    if (omitted > 0) {
        tr_page_column(page, VALUES_COLUMN);
        tr_page_printf(page, "%s… %" PRId64 " more", shown ? ", " : "", omitted);
    }
    if (page->width)
        tr_page_end(page);
}

static void add_frame(struct stack *stack, const struct tr_frame *frame)
{
    add_frame_line(stack, frame);
    stack->frames++;
    if (stack->valued >= stack->depth->valued || tr_text_is_library(frame))
        return;
    stack->valued++;
    add_variables(stack, frame);
}

/* ---- what is folded ---- */

struct run {
    size_t count;
    const struct tr_frame *names[NAMES_SHOWN];
};

static void begin_fold(struct stack *stack)
{
    tr_page_style(stack->page, TR_STYLE_DIM);
    tr_page_text(stack->page, "  … ");
}

static void add_libraries(struct stack *stack, struct run *run)
{
    if (!run->count)
        return;
    begin_fold(stack);
    tr_page_printf(stack->page, "%zu library frame%s (", run->count, run->count > 1 ? "s" : "");
    for (size_t i = 0; i < run->count && i < NAMES_SHOWN; i++) {
        tr_auto_str struct tr_str name = {0};
        tr_text_frame_name(&name, run->names[i]);
        tr_text_cut(&name, PLACE_WIDTH);
        tr_page_printf(stack->page, "%s%s", i ? ", " : "", tr_str_text(&name));
    }
    tr_page_text(stack->page, run->count > NAMES_SHOWN ? ", …)" : ")");
    tr_page_end(stack->page);
    *run = (struct run){0};
}

static void add_recursion(struct stack *stack, const struct tr_repeated *repeated)
{
    tr_auto_str struct tr_str times = {0};
    tr_text_count(&times, repeated->times.value);
    begin_fold(stack);
    for (size_t i = 0; i < repeated->cycle.count && i < NAMES_SHOWN; i++)
        tr_page_printf(stack->page, "%s%s", i ? ", " : "", tr_list_at(&repeated->cycle, const char, i));
    tr_page_printf(stack->page, "%s repeated %s times …", repeated->cycle.count > NAMES_SHOWN ? ", …" : "",
                   tr_str_text(&times));
    tr_page_end(stack->page);
}

static void add_omitted(struct stack *stack, int64_t count)
{
    tr_auto_str struct tr_str text = {0};
    tr_text_count(&text, count);
    begin_fold(stack);
    tr_page_printf(stack->page, "%s more frame%s", tr_str_text(&text), count > 1 ? "s" : "");
    tr_page_end(stack->page);
}

/*
 * Frames of all repetitions but the first: their first index and the one behind the last; both 0 without a recursion.
 */
struct interval {
    int64_t first, end;
};

static struct interval folded_recursion(const struct tr_repeated *repeated)
{
    /* A cap far above any walk keeps the product from overflowing. */
    const int64_t cap = INT32_MAX;
    if (!repeated || !repeated->cycle.count || repeated->times.value < 3 || repeated->times.value > cap
        || repeated->first.value < 0 || repeated->first.value > cap || repeated->cycle.count > (size_t)cap)
        return (struct interval){0, 0};
    int64_t length = (int64_t)repeated->cycle.count;
    return (struct interval){repeated->first.value + length, repeated->first.value + length * repeated->times.value};
}

/* ---- the whole ---- */

static bool has_user_frame(const struct tr_thread *thread)
{
    TR_EACH(struct tr_frame, frame, &thread->frames)
    {
        if (!tr_text_is_library(frame))
            return true;
    }
    return false;
}

static int index_digits(const struct tr_thread *thread)
{
    int64_t largest = 0;
    TR_EACH(struct tr_frame, frame, &thread->frames)
    {
        if (!tr_text_is_library(frame) && frame->index.value > largest)
            largest = frame->index.value;
    }
    return snprintf(NULL, 0, "%" PRId64, largest);
}

/* Frames that the report itself lacks between two that it has. */
static int64_t gap(const struct tr_frame *before, const struct tr_frame *after, const struct interval *recursion)
{
    if (!before || (recursion->end && after->index.value >= recursion->first && before->index.value < recursion->end))
        return 0;
    uint64_t distance = (uint64_t)after->index.value - (uint64_t)before->index.value;
    return distance > 1 && distance < INT32_MAX ? (int64_t)distance - 1 : 0;
}

static void add_frames(struct stack *stack, const struct tr_thread *thread)
{
    const struct interval recursion = folded_recursion(thread->repeated);
    const bool fold = !stack->depth->whole && has_user_frame(thread);
    const struct tr_frame *before = NULL;
    struct run run = {0};
    int64_t missing = thread->omitted_frames.value;
    bool told = false;
    TR_EACH(struct tr_frame, frame, &thread->frames)
    {
        int64_t lacking = gap(before, frame, &recursion);
        before = frame;
        if (frame->index.value >= recursion.first && frame->index.value < recursion.end) {
            add_libraries(stack, &run);
            if (!told)
                add_recursion(stack, thread->repeated);
            told = true;
            continue;
        }
        if (lacking) {
            add_libraries(stack, &run);
            add_omitted(stack, lacking);
            missing = 0;
        }
        if (fold && tr_text_is_library(frame)) {
            if (run.count < NAMES_SHOWN)
                run.names[run.count] = frame;
            run.count++;
            continue;
        }
        add_libraries(stack, &run);
        if (stack->frames == stack->depth->frames) {
            stack->complete = false;
            return;
        }
        add_frame(stack, frame);
    }
    /*
     * Start-up code below main or a thread's function is the same in every program, whether the report has it or left
     * it out.
     */
    if (!stack->frames)
        add_libraries(stack, &run);
    bool start_up = before && before->user == TR_TRUE && !thread->unwind_end;
    if (missing > 0 && !told && !start_up)
        add_omitted(stack, missing);
}

void tr_text_stack(struct tr_page *page, const struct tr_report *report, const struct tr_thread *thread,
                   const struct tr_text_depth *depth, int width)
{
    struct stack stack = {.page = page, .report = report, .depth = depth, .width = width, .complete = true};
    stack.digits = index_digits(thread);
    add_frames(&stack, thread);
    if (stack.complete && thread->unwind_end) {
        begin_fold(&stack);
        tr_page_wrap(page, thread->unwind_end, page->width, width, depth->lines);
    }
}

static void add_activity(struct tr_str *out, const struct tr_thread *thread)
{
    static const char *const states[TR_THREAD_COUNT] = {
        [TR_THREAD_CRASHED] = "crashed", [TR_THREAD_RUNNING] = "running", [TR_THREAD_SYSCALL] = "in a system call",
        [TR_THREAD_LOCK] = "waiting for a lock", [TR_THREAD_EXITING] = "exiting", [TR_THREAD_STOPPED] = "stopped",
    };
    const char *state = thread->state < TR_THREAD_COUNT ? states[thread->state] : NULL;
    if (thread->waiting_for)
        tr_str_printf(out, "waiting in %s", thread->waiting_for);
    else
        tr_str_add_text(out, state ? state : "state not known");
}

void tr_text_thread(struct tr_page *page, const struct tr_thread *thread, bool stack_follows)
{
    const struct tr_frame *frame = tr_text_user_frame(thread);
    tr_page_style(page, TR_STYLE_LABEL);
    tr_page_printf(page, "  thread %" PRId64, thread->id.value);
    tr_page_style(page, TR_STYLE_PLAIN);
    tr_auto_str struct tr_str text = {0};
    if (thread->name)
        tr_str_printf(&text, " %s", thread->name);
    if (thread->process.known)
        tr_str_printf(&text, " (process %" PRId64 ")", thread->process.value);
    tr_str_add_text(&text, ": ");
    add_activity(&text, thread);
    if (frame && !stack_follows) {
        tr_auto_str struct tr_str place = {0};
        tr_text_frame_place(&place, frame);
        tr_str_add_text(&text, ", in ");
        tr_text_frame_name(&text, frame);
        tr_str_printf(&text, "%s%s", place.size ? ", " : "", tr_str_text(&place));
    }
    tr_page_text(page, tr_str_text(&text));
    tr_page_end(page);
}
