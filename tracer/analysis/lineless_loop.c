#include "analysis/lineless_loop.h"

#include "analysis/function_line.h"

/* The innermost frame that was not left while the thread was watched, of the user's code if there is one. */
static size_t frame_kept(const struct tr_samples *samples, const struct tr_list *frames)
{
    size_t first = frames->count;
    for (size_t i = 0; i < frames->count; i++) {
        const struct tr_frame *frame = frames->items[i];
        if (!frame->cfa.known || samples->highest_sp >= frame->cfa.value)
            continue;
        if (frame->user == TR_TRUE)
            return i;
        first = first < i ? first : i;
    }
    return first;
}

void tr_analysis_lineless_loop(struct tr_analysis *analysis)
{
    const struct tr_thread *thread = tr_list_at(&analysis->report->threads, struct tr_thread, 0);
    const struct tr_samples *samples = &analysis->stop->samples;
    size_t index = frame_kept(samples, &thread->frames);
    if (index == thread->frames.count)
        return;
    const struct tr_frame *frame = thread->frames.items[index];
    struct tr_loop *loop = analysis->report->loop = tr_arena_new(analysis->arena, struct tr_loop);
    loop->location = tr_arena_new(analysis->arena, struct tr_location);
    *loop->location = (struct tr_location){
        .function = frame->function, .file = frame->file, .reason = frame->reason ? frame->reason : "the compiler gave this code no line"};
    loop->frame = tr_number((int64_t)index);
    loop->node = "";
    loop->turns = tr_number(samples->turns);
    loop->is_alone = tr_truth(samples->is_alone);
    loop->repeats = TR_TRUE;
}

static bool took_part(const struct tr_analysis *analysis, const struct tr_frame *frame, const uint64_t *pcs, size_t count)
{
    TR_EACH(const struct tr_valued_frame, valued, &analysis->valued_frames)
    if (valued->frame == frame)
        return tr_analysis_function_ran(&valued->function, pcs, count);
    return false;
}

bool tr_analysis_library_loop(struct tr_analysis *analysis, const uint64_t *pcs, size_t count)
{
    const struct tr_thread *thread = tr_list_at(&analysis->report->threads, struct tr_thread, 0);
    size_t index = frame_kept(&analysis->stop->samples, &thread->frames);
    const struct tr_frame *frame = index && index < thread->frames.count ? thread->frames.items[index] : NULL;
    const struct tr_frame *called = frame ? thread->frames.items[index - 1] : NULL;
    if (!frame || frame->user != TR_TRUE || !frame->line.known || called->user == TR_TRUE || !called->function ||
        took_part(analysis, frame, pcs, count))
        return false;
    tr_analysis_lineless_loop(analysis);
    struct tr_loop *loop = analysis->report->loop;
    loop->location->file = frame->file;
    loop->location->line = loop->last_line = frame->line;
    loop->library = called->function;
    return true;
}
