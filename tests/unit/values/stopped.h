/* For the tests of values: a program stopped at a trap, its frames found through the frame pointer, its variables as text. */
#ifndef TR_TESTS_VALUES_STOPPED_H
#define TR_TESTS_VALUES_STOPPED_H

#include "../symbols/tracee.h"

#include "base/str.h"
#include "values/values.h"

enum { STOPPED_FRAMES = 8 };

struct stopped {
    struct tracee tracee;
    struct tr_report report;
    struct tr_thread thread;
    struct tr_frame_context contexts[STOPPED_FRAMES];
    struct tr_values *values;
};

/* Physical frames of code that keeps rbp, from the trap to main. */
static inline size_t stopped_unwind(struct stopped *stopped)
{
    struct tracee *tracee = &stopped->tracee;
    uint64_t pc = tracee->registers.rip, frame = tracee->registers.rbp, sp = tracee->registers.rsp;
    struct tr_image *image = tr_images_main(tracee->images);
    size_t count = 0;
    for (; count < STOPPED_FRAMES && image == tr_images_find(tracee->images, pc); count++) {
        struct tr_frame_context *context = &stopped->contexts[count];
        *context = (struct tr_frame_context){.memory = tracee->memory, .pc = pc, .lookup_pc = count ? pc - 1 : pc,
                                             .cfa = frame + 16, .fs_base = tracee->registers.fs_base,
                                             .images = tracee->images};
        context->registers[6] = frame;
        context->registers[7] = sp;
        context->registers[16] = pc;
        context->known = 1u << 6 | 1u << 7 | 1u << 16;
        if (count)
            stopped->contexts[count - 1].caller = context;
        sp = frame + 16;
        if (!tr_memory_read_u64(tracee->memory, frame + 8, &pc) || !tr_memory_read_u64(tracee->memory, frame, &frame))
            break;
    }
    return count;
}

static inline void stopped_add_frames(struct stopped *stopped, const struct tr_frame_context *context)
{
    struct tr_arena *arena = stopped->tracee.arena;
    struct tr_function functions[8];
    struct tr_dwarf *dwarf = tr_image_dwarf(tr_images_main(stopped->tracee.images));
    size_t count = tr_functions_at(dwarf, context->lookup_pc, functions, 8);
    for (size_t i = 0; i < count; i++) {
        const char *pointer = tr_arena_printf(arena, "/threads/0/frames/%zu", stopped->thread.frames.count);
        struct tr_frame *frame = tr_list_new(arena, &stopped->thread.frames, struct tr_frame);
        frame->index = tr_number((int64_t)stopped->thread.frames.count - 1);
        frame->function = functions[i].name;
        frame->pc = tr_word(context->pc);
        tr_values_frame(stopped->values, &functions[i], context, functions[i].line, pointer, frame);
    }
}

/** Compile `source` with @p compiler, run it to its trap, and read everything. Skips when there is no such compiler. */
#define stopped_start(stopped, source, compiler, flags)                                                          \
    do {                                                                                                         \
        test_write("v.c", source);                                                                               \
        test_build(compiler, "-fno-omit-frame-pointer " flags " v.c -o v -lm");                                  \
        stopped_look(stopped, "v");                                                                              \
    } while (0)

static inline void stopped_look(struct stopped *stopped, const char *program)
{
    memset(stopped, 0, sizeof(*stopped));
    tracee_start(&stopped->tracee, program);
    struct tracee *tracee = &stopped->tracee;
    stopped->values = tr_values_create(tracee->arena, tracee->images, tracee->memory, &tracee->maps);
    tr_list_add(tracee->arena, &stopped->report.threads, &stopped->thread);
    size_t count = stopped_unwind(stopped);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++)
        stopped_add_frames(stopped, &stopped->contexts[i]);
}

static inline void stopped_objects(struct stopped *stopped) { tr_values_objects(stopped->values, &stopped->report); }

static inline void stopped_end(struct stopped *stopped)
{
    tr_values_destroy(stopped->values);
    tracee_end(&stopped->tracee);
}

/** A test: @p check, of a program that was stopped by stopped_start(). */
#define STOPPED_TEST(name, check, source, compiler, flags) \
    static void name(void **state)                         \
    {                                                      \
        (void)state;                                       \
        struct stopped stopped;                            \
        stopped_start(&stopped, source, compiler, flags);  \
        check(&stopped);                                   \
        stopped_end(&stopped);                             \
    }

/** After all tests of a file. */
static inline int stopped_finish(void **state)
{
    (void)state;
    test_folder_remove();
    return 0;
}

static inline void stopped_add_text(struct tr_str *out, const struct tr_variable *node)
{
    const char *before = "";
    if (node->state != TR_STATE_OK)
        tr_str_printf(out, "<%s>", tr_words_text(&tr_words_value_state, node->state));
    if (node->points_to && node->kind != TR_VALUE_STRING)
        tr_str_printf(out, "&%s+%d", node->points_to->object, (int)node->points_to->offset.value);
    else if (node->value)
        tr_str_add_text(out, node->value);
    if (!node->children.count && !node->omitted_children.known)
        return;
    tr_str_add_char(out, '{');
    TR_EACH(const struct tr_variable, child, &node->children) {
        tr_str_printf(out, "%s%s=", before, child->name);
        stopped_add_text(out, child);
        before = ", ";
    }
    if (node->omitted_children.known)
        tr_str_printf(out, " +%d", (int)node->omitted_children.value);
    tr_str_add_char(out, '}');
}

static inline struct tr_variable *stopped_find_in(const struct tr_list *list, const char *name)
{
    TR_EACH(struct tr_variable, variable, list)
        if (strcmp(variable->name, name) == 0)
            return variable;
    return NULL;
}

/** The variable @p name of the frame of @p function, the innermost with it; NULL when there is none. */
static inline struct tr_variable *stopped_find(const struct stopped *stopped, const char *function, const char *name)
{
    TR_EACH(struct tr_frame, frame, &stopped->thread.frames) {
        if (!frame->function || strcmp(frame->function, function) != 0)
            continue;
        struct tr_variable *found = stopped_find_in(&frame->arguments, name);
        return found ? found : stopped_find_in(&frame->locals, name);
    }
    return NULL;
}

static inline void stopped_check_text(const struct tr_variable *node, const char *name, const char *expected)
{
    if (!node)
        fail_msg("there is no variable %s", name);
    tr_auto_str struct tr_str text = {0};
    stopped_add_text(&text, node);
    if (strcmp(tr_str_text(&text), expected) != 0)
        fail_msg("%s is %s, not %s (%s)", name, tr_str_text(&text), expected, node->reason ? node->reason : "no reason");
}

/** Compare a variable with "value", "{member=value, …}", "&object+offset", "<state>". */
static inline void stopped_check(const struct stopped *stopped, const char *function, const char *name, const char *expected)
{
    stopped_check_text(stopped_find(stopped, function, name), name, expected);
}

static inline void stopped_check_reason(const struct stopped *stopped, const char *function, const char *name, const char *part)
{
    const struct tr_variable *node = stopped_find(stopped, function, name);
    if (!node || !node->reason || !strstr(node->reason, part))
        fail_msg("the reason of %s is %s, without %s", name, node && node->reason ? node->reason : "(none)", part);
}

static inline const struct tr_object *stopped_object(const struct stopped *stopped, const char *id)
{
    if (stopped->report.memory)
        TR_EACH(const struct tr_object, object, &stopped->report.memory->objects)
            if (strcmp(object->id, id) == 0)
                return object;
    fail_msg("there is no object %s", id);
    return NULL;
}

/** Compare an object with "type region content". */
static inline void stopped_check_object(const struct stopped *stopped, const char *id, const char *expected)
{
    const struct tr_object *object = stopped_object(stopped, id);
    struct tr_variable node = {.name = id, .state = object->state ? object->state : TR_STATE_OK, .value = object->value,
                               .children = object->children, .omitted_children = object->omitted_children};
    tr_auto_str struct tr_str text = {0};
    tr_str_printf(&text, "%s %s ", object->type, object->region);
    if (object->variable)
        tr_str_add_text(&text, object->variable);
    stopped_add_text(&text, &node);
    if (strcmp(tr_str_text(&text), expected) != 0)
        fail_msg("object %s is %s, not %s", id, tr_str_text(&text), expected);
}

#endif
