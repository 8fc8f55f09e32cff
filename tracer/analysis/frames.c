#include "analysis/frames.h"

#include "analysis/function_line.h"
#include "analysis/main_return.h"
#include "analysis/source.h"
#include "analysis/user_code.h"
#include "base/limits.h"
#include "symbols/symbol.h"

#include <inttypes.h>
#include <string.h>

enum { INLINE_DEPTH = 32 };

/* One thread while its frames are named. */
struct naming {
    struct tr_analysis *analysis;
    struct tr_thread *thread;
    size_t thread_index;
    size_t next_index;    /* of the frame to come, inlined ones and folded ones counted */
    const struct user_fpregs_struct *vectors; /* of the stopped thread; NULL when they could not be read */
    size_t valued_left;
    size_t unread;        /* user frames whose variables are beyond valued_left */
    bool is_primary;
};

/* ---- contexts: what location expressions need of each physical frame ---- */

static struct tr_frame_context *contexts(struct tr_analysis *analysis, const struct tr_stack_frame *frames, size_t count,
                                         uint64_t fs_base)
{
    struct tr_frame_context *result = tr_arena_alloc(analysis->arena, count * sizeof(*result) + 1);
    for (size_t i = 0; i < count; i++) {
        result[i] = (struct tr_frame_context){
            .memory = analysis->memory, .pc = frames[i].pc, .lookup_pc = frames[i].lookup_pc, .cfa = frames[i].cfa,
            .known = frames[i].known, .fs_base = fs_base, .start_sp = analysis->stop->start_sp, .images = analysis->images,
            .caller = i + 1 < count ? &result[i + 1] : NULL,
        };
        memcpy(result[i].registers, frames[i].registers, sizeof(result[i].registers));
    }
    return result;
}

/* ---- one frame ---- */

static void name_by_symbol(struct tr_analysis *analysis, struct tr_image *image, uint64_t address, struct tr_frame *frame)
{
    struct tr_symbol symbol;
    if (!tr_symbol_at(image, address, &symbol))
        return;
    frame->function = tr_arena_strdup(analysis->arena, symbol.demangled);
    frame->signature = tr_arena_strdup(analysis->arena, symbol.signature);
}

static struct tr_frame *new_frame(struct naming *naming, const struct tr_stack_frame *physical, const struct tr_image *image)
{
    struct tr_frame *frame = tr_list_new(naming->analysis->arena, &naming->thread->frames, struct tr_frame);
    frame->index = tr_number((int64_t)naming->next_index++);
    frame->pc = tr_word(physical->pc);
    frame->cfa = (struct tr_word){physical->cfa != 0, physical->cfa};
    frame->trust = physical->trust;
    frame->inlined = TR_FALSE;
    frame->library = TR_FALSE;
    frame->user = TR_FALSE;
    if (physical->signal_frame)
        frame->signal_handler = TR_TRUE;
    if (image) {
        frame->module = image->path;
        frame->module_offset = tr_word(physical->pc - image->bias);
        frame->library = tr_truth(!image->is_main);
    } else {
        const struct tr_mapping *mapping = tr_maps_find(&naming->analysis->maps, physical->lookup_pc);
        frame->module = !mapping ? "[unmapped]" : mapping->path[0] ? mapping->path : "[anonymous]";
    }
    return frame;
}

void tr_analysis_frame_source(struct tr_analysis *analysis, const struct tr_function *function, struct tr_frame *frame)
{
    if (!function->file)
        return;
    frame->file = tr_source_shown(analysis, function->file);
    if (function->line <= 0)
        return;
    frame->line = tr_number(function->line);
    if (function->column > 0)
        frame->column = tr_number(function->column);
    if (frame->user == TR_TRUE) {
        const char *reason;
        frame->source = tr_source_excerpt(analysis, function->file, function->line, &reason);
        if (reason && !frame->reason)
            frame->reason = reason;
    }
}

static void add_valued(struct naming *naming, const struct tr_function *function, const struct tr_frame_context *context,
                       struct tr_frame *frame)
{
    if (frame->user != TR_TRUE)
        return;
    if (!naming->valued_left) {
        naming->unread++;
        return;
    }
    naming->valued_left--;
    struct tr_valued_frame *valued = tr_list_new(naming->analysis->arena, &naming->analysis->valued_frames, struct tr_valued_frame);
    *valued = (struct tr_valued_frame){
        .frame = frame, .function = *function, .context = context, .position = function->line, .is_primary = naming->is_primary,
        .pointer = tr_arena_printf(naming->analysis->arena, "/threads/%zu/frames/%zu", naming->thread_index,
                                   naming->thread->frames.count - 1),
    };
}

/* Debug information may have lines and no functions (clang's -g1, a missing .dwo). */
static void add_line_alone(struct tr_analysis *analysis, struct tr_image *image, uint64_t address, struct tr_frame *frame)
{
    struct tr_unit *unit = tr_dwarf_unit_at(tr_image_dwarf(image), address);
    struct tr_line line;
    if (!unit || !tr_line_at(unit, address, &line))
        return;
    frame->user = tr_truth(tr_user_code(analysis, image, line.file, frame->function));
    frame->library = tr_truth(frame->user != TR_TRUE);
    const struct tr_function function = {.unit = unit, .file = line.file, .line = line.line, .column = line.column};
    tr_analysis_frame_source(analysis, &function, frame);
}

/* Code without a line may stand in a row of another file, that of what was inlined last: the function's own file counts. */
static void settle_file(struct tr_function *function)
{
    const char *declared = function->line <= 0 ? tr_declared_file(function->unit, &function->die) : NULL;
    if (declared)
        function->file = declared;
}

static const char last_line_reason[] = "the compiler gave this instruction no line: the last one of its function that ran before it";

/* The report's frames of one physical frame: the inlined functions first, then the function itself. */
static void add_physical(struct naming *naming, const struct tr_stack_frame *physical, const struct tr_frame_context *context)
{
    struct tr_analysis *analysis = naming->analysis;
    struct tr_image *image = tr_images_find(analysis->images, physical->lookup_pc);
    struct tr_function functions[INLINE_DEPTH];
    size_t count = 0;
    const char *reason = NULL;
    if (image && !image->is_system && !physical->signal_frame) {
        struct tr_dwarf *dwarf = tr_image_dwarf(image);
        count = tr_functions_at(dwarf, physical->lookup_pc, functions, INLINE_DEPTH);
        reason = dwarf->reason ? dwarf->reason : count ? NULL : "no debug information for this code";
    }
    for (size_t i = 0; i < count; i++) {
        struct tr_function *function = &functions[i];
        struct tr_frame *frame = new_frame(naming, physical, image);
        settle_file(function);
        const char *line_reason = naming->is_primary && tr_analysis_last_line(analysis, function) ? last_line_reason : NULL;
        frame->function = function->name;
        frame->signature = function->signature;
        frame->inlined = tr_truth(function->inlined);
        bool is_own = tr_user_code(analysis, image, function->file, function->name);
        frame->user = tr_truth(is_own && !function->implicit);
        frame->library = tr_truth(!is_own);
        if (!function->name && !function->inlined)
            name_by_symbol(analysis, image, physical->lookup_pc, frame);
        if (reason || line_reason)
            frame->reason = reason ? reason : line_reason;
        tr_analysis_frame_source(analysis, function, frame);
        add_valued(naming, function, context, frame);
    }
    if (count)
        return;
    struct tr_frame *frame = new_frame(naming, physical, image);
    if (image)
        name_by_symbol(analysis, image, physical->lookup_pc, frame);
    else
        reason = "the address lies in no program or library file";
    frame->reason = reason;
    if (image && !image->is_system && !physical->signal_frame)
        add_line_alone(analysis, image, physical->lookup_pc, frame);
}

/* ---- the whole stack ---- */

static const char *cycle_name(struct tr_analysis *analysis, uint64_t pc)
{
    struct tr_image *image = tr_images_find(analysis->images, pc - 1);
    struct tr_function functions[INLINE_DEPTH];
    struct tr_symbol symbol;
    if (image && !image->is_system) {
        size_t count = tr_functions_at(tr_image_dwarf(image), pc - 1, functions, INLINE_DEPTH);
        if (count && functions[count - 1].name)
            return functions[count - 1].name;
    }
    if (image && tr_symbol_at(image, pc - 1, &symbol))
        return tr_arena_strdup(analysis->arena, symbol.demangled);
    return tr_arena_printf(analysis->arena, "0x%" PRIx64, pc);
}

/* The shortest turn by name: a function that calls itself from two places repeats two return addresses, but one name. */
static size_t shortest_turn(const struct tr_list *names)
{
    for (size_t turn = 1; turn < names->count; turn++) {
        bool repeats = names->count % turn == 0;
        for (size_t i = turn; i < names->count && repeats; i++)
            repeats = strcmp(names->items[i], names->items[i - turn]) == 0;
        if (repeats)
            return turn;
    }
    return names->count;
}

static void add_repetition(struct tr_analysis *analysis, const struct tr_stack *stack, struct tr_thread *thread)
{
    if (!stack->repeated_times)
        return;
    struct tr_repeated *repeated = tr_arena_new(analysis->arena, struct tr_repeated);
    repeated->first = tr_number((int64_t)stack->repeated_first);
    repeated->times = tr_number((int64_t)stack->repeated_times);
    for (size_t i = 0; i < stack->repeated_length; i++)
        tr_list_add(analysis->arena, &repeated->cycle, (void *)cycle_name(analysis, stack->repeated_pcs[i]));
    size_t turn = shortest_turn(&repeated->cycle);
    repeated->times.value *= (int64_t)(repeated->cycle.count / turn);
    repeated->cycle.count = turn;
    thread->repeated = repeated;
}

/* Below main and below a thread's first function only the library's start-up code is left: counted, not shown. */
static void fold_start_up(struct tr_thread *thread, size_t *omitted)
{
    struct tr_list *frames = &thread->frames;
    size_t keep = frames->count;
    while (keep && tr_list_at(frames, struct tr_frame, keep - 1)->user != TR_TRUE)
        keep--;
    if (!keep)
        return; /* no code of the user's at all: then every frame counts */
    *omitted += frames->count - keep;
    frames->count = keep;
}

static void name_stack(struct naming *naming, const struct tr_stack *stack, uint64_t fs_base)
{
    struct tr_analysis *analysis = naming->analysis;
    struct tr_thread *thread = naming->thread;
    size_t omitted = stack->total - stack->head_count - stack->tail_count;
    struct tr_frame_context *head = contexts(analysis, stack->head, stack->head_count, fs_base);
    if (stack->head_count)
        head[0].vectors = naming->vectors;
    for (size_t i = 0; i < stack->head_count; i++)
        add_physical(naming, &stack->head[i], &head[i]);
    naming->next_index += omitted;
    const struct tr_frame_context *tail = contexts(analysis, stack->tail, stack->tail_count, fs_base);
    for (size_t i = 0; i < stack->tail_count; i++)
        add_physical(naming, &stack->tail[i], &tail[i]);
    add_repetition(analysis, stack, thread);
    if (stack->end == TR_STACK_ROOT && !analysis->request->verbose)
        fold_start_up(thread, &omitted);
    if (omitted)
        thread->omitted_frames = tr_number((int64_t)omitted);
    thread->unwind_end = stack->reason;
}

static enum tr_thread_state state_of(const struct tr_analysis *analysis, const struct tr_stop_thread *thread, const char *waiting_for)
{
    if (thread->exiting)
        return TR_THREAD_EXITING;
    bool primary = thread->tid == analysis->stop->tid;
    if (primary && (analysis->stop->reason == TR_STOP_SIGNAL || analysis->stop->reason == TR_STOP_HANDLED))
        return TR_THREAD_CRASHED;
    if (thread->stop_signal)
        return TR_THREAD_STOPPED;
    if (!waiting_for[0])
        return TR_THREAD_RUNNING;
    return strncmp(waiting_for, "futex(", 6) == 0 ? TR_THREAD_LOCK : TR_THREAD_SYSCALL;
}

void tr_analysis_thread(struct tr_analysis *analysis, const struct tr_stop_thread *stopped, const struct tr_frame_detail *detail)
{
    struct tr_report *report = analysis->report;
    struct tr_thread *thread = tr_list_new(analysis->arena, &report->threads, struct tr_thread);
    bool is_primary = stopped->tid == analysis->stop->tid;
    const char *waiting_for = analysis->request->waiting_for.items[stopped - analysis->stop->threads];
    thread->id = tr_number(stopped->tid);
    thread->name = tr_arena_strndup(analysis->arena, stopped->name, strnlen(stopped->name, sizeof(stopped->name)));
    thread->state = state_of(analysis, stopped, waiting_for);
    thread->crashed = tr_truth(thread->state == TR_THREAD_CRASHED);
    if (waiting_for[0] && thread->state != TR_THREAD_CRASHED)
        thread->waiting_for = waiting_for;
    if (stopped->cpu_us >= 0)
        thread->cpu_ms = tr_number(stopped->cpu_us / 1000);
    if (!stopped->has_registers) {
        thread->unwind_end = "the thread could not be stopped";
        return;
    }
    struct naming naming = {
        .analysis = analysis, .thread = thread, .thread_index = report->threads.count - 1, .valued_left = detail->valued,
        .is_primary = is_primary, .vectors = stopped->has_vectors ? &stopped->vectors : NULL,
    };
    struct tr_stack_frame main_frame;
    struct tr_function main_function;
    if (is_primary && analysis->stop->reason == TR_STOP_MAIN_RETURN
        && tr_main_return_frame(analysis, &stopped->registers, &main_frame, &main_function)) {
        const struct tr_frame_context *context = contexts(analysis, &main_frame, 1, stopped->registers.general.fs_base);
        struct tr_frame *frame = new_frame(&naming, &main_frame, tr_images_find(analysis->images, main_frame.pc));
        frame->function = main_function.name;
        frame->signature = main_function.signature;
        frame->user = tr_truth(tr_user_code(analysis, tr_images_main(analysis->images), main_function.file, main_function.name));
        frame->reason = "main has returned: its variables are still there, the line of the return is not known";
        main_function.line = main_function.column = 0;
        tr_analysis_frame_source(analysis, &main_function, frame);
        add_valued(&naming, &main_function, context, frame);
    }
    struct tr_stack stack = {0};
    tr_unwind(analysis->unwinder, analysis->arena, &stopped->registers, detail->frames, &stack);
    name_stack(&naming, &stack, stopped->registers.general.fs_base);
    if (is_primary && naming.unread)
        tr_analysis_incomplete(analysis, "/threads", "the variables of the outermost frames shown are not read: there are too many frames");
}

const struct tr_frame_context *tr_analysis_contexts(struct tr_analysis *analysis, const struct tr_registers *registers, size_t *ret_count)
{
    struct tr_stack stack = {0};
    tr_unwind(analysis->unwinder, analysis->arena, registers, TR_LIMIT_CONTEXT_FRAMES, &stack);
    *ret_count = stack.head_count;
    return contexts(analysis, stack.head, stack.head_count, registers->general.fs_base);
}

void tr_analysis_variables(struct tr_analysis *analysis)
{
    TR_EACH(struct tr_valued_frame, valued, &analysis->valued_frames)
    {
        tr_values_frame(analysis->values, &valued->function, valued->context, valued->position, valued->pointer, valued->frame);
        if (valued->is_primary && valued->frame->source)
            tr_values_globals(analysis->values, &valued->function, valued->context, valued->frame->source, analysis->report);
    }
}

/* The first user function of one frame of a recorded stack, as a location. */
static struct tr_location *user_location(struct tr_analysis *analysis, const struct tr_stack_frame *physical)
{
    struct tr_function functions[INLINE_DEPTH];
    struct tr_image *image = tr_images_find(analysis->images, physical->lookup_pc);
    if (!image || image->is_system)
        return NULL;
    size_t count = tr_functions_at(tr_image_dwarf(image), physical->lookup_pc, functions, INLINE_DEPTH);
    for (size_t i = 0; i < count; i++) {
        const struct tr_function *function = &functions[i];
        if (function->line <= 0 || !tr_user_code(analysis, image, function->file, function->name))
            continue;
        struct tr_location *location = tr_arena_new(analysis->arena, struct tr_location);
        location->function = function->name;
        location->file = tr_source_shown(analysis, function->file);
        location->line = tr_number(function->line);
        if (function->column > 0)
            location->column = tr_number(function->column);
        return location;
    }
    return NULL;
}

struct tr_location *tr_analysis_origin(struct tr_analysis *analysis, const struct tr_origin_request *origin)
{
    enum { ORIGIN_FRAMES = 16 };
    uint64_t sp = tr_registers_sp(&origin->registers);
    size_t overlays = tr_memory_overlays(analysis->memory);
    tr_memory_overlay(analysis->memory, sp, origin->stack, origin->stack_size);
    struct tr_stack stack = {0};
    tr_unwind(analysis->unwinder, analysis->arena, &origin->registers, ORIGIN_FRAMES, &stack);
    tr_memory_drop_overlays(analysis->memory, overlays);
    struct tr_location *location = NULL;
    for (size_t i = 0; i < stack.head_count && !location; i++) {
        /* Beyond the bytes that were kept the stack has changed since, and a frame found by guessing is no evidence. */
        bool is_evidence = stack.head[i].trust == TR_TRUST_CFI && stack.head[i].cfa - sp <= origin->stack_size;
        if (!is_evidence)
            break;
        location = user_location(analysis, &stack.head[i]);
    }
    return location;
}
