#include "stage.h"

#include "base/cleanup.h"
#include "base/file.h"
#include "model/codec.h"
#include "values/values.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void give_up(const char *what)
{
    perror(what);
    exit(1);
}

/* The same addresses each time, so that an input that fails does so again. */
static void become(const char *program)
{
    personality(ADDR_NO_RANDOMIZE);
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execle(program, program, (char *)NULL, (char *const[]){NULL});
    _exit(127);
}

static void run(struct stage *stage, const char *program)
{
    int status;
    stage->pid = fork();
    if (stage->pid == 0)
        become(program);
    if (stage->pid < 0 || waitpid(stage->pid, &status, 0) != stage->pid || !WIFSTOPPED(status))
        give_up(program);
    ptrace(PTRACE_SETOPTIONS, stage->pid, 0, PTRACE_O_EXITKILL);
    ptrace(PTRACE_CONT, stage->pid, 0, 0);
    if (waitpid(stage->pid, &status, 0) != stage->pid || !WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
        give_up(program);
    ptrace(PTRACE_GETREGS, stage->pid, 0, &stage->registers.general);
}

static void read_auxiliary(struct stage *stage)
{
    char path[64];
    size_t size;
    snprintf(path, sizeof(path), "/proc/%d/auxv", stage->pid);
    tr_auto_free char *bytes = tr_file_read_proc(path, &size);
    Elf64_auxv_t entry;
    for (size_t at = 0; bytes && at + sizeof(entry) <= size; at += sizeof(entry)) {
        memcpy(&entry, bytes + at, sizeof(entry));
        if (entry.a_type == AT_ENTRY)
            stage->entry = entry.a_un.a_val;
        if (entry.a_type == AT_SYSINFO_EHDR)
            stage->vdso = entry.a_un.a_val;
    }
}

static void copy_file(struct stage *stage)
{
    tr_auto_close int fd = open(stage->path, O_RDONLY | O_CLOEXEC);
    struct tr_file_map map;
    tr_auto_error struct tr_error *error = fd < 0 ? NULL : tr_file_map_init(&map, fd);
    if (fd < 0 || error)
        give_up(stage->path);
    stage->size = map.size;
    stage->original = tr_arena_alloc(stage->arena, map.size);
    memcpy(stage->original, map.bytes, map.size);
    tr_file_map_deinit(&map);
    stage->file = memfd_create("specimen", MFD_CLOEXEC);
    if (stage->file < 0 || write(stage->file, stage->original, stage->size) != (ssize_t)stage->size)
        give_up("memfd");
}

static int open_copy(void *arg, const char *path, enum tr_file_purpose purpose)
{
    const struct stage *stage = arg;
    (void)purpose;
    return strcmp(path, stage->path) == 0 ? fcntl(stage->file, F_DUPFD_CLOEXEC, 0) : -ENOENT;
}

static void unwind(struct stage *stage)
{
    struct stage_look look;
    struct tr_stack stack;
    stage_look_begin(stage, &look);
    struct tr_unwinder *unwinder = tr_unwinder_create(look.images);
    tr_unwind(unwinder, look.arena, &stage->registers, STAGE_FRAMES, &stack);
    for (; stage->frame_count < stack.head_count && stage->frame_count < STAGE_FRAMES; stage->frame_count++) {
        const struct tr_stack_frame *frame = &stack.head[stage->frame_count];
        struct tr_frame_context *context = &stage->contexts[stage->frame_count];
        *context = (struct tr_frame_context){.pc = frame->pc, .lookup_pc = frame->lookup_pc, .cfa = frame->cfa,
                                             .known = frame->known, .fs_base = stage->registers.general.fs_base};
        memcpy(context->registers, frame->registers, sizeof(context->registers));
        if (stage->frame_count)
            context[-1].caller = context;
    }
    tr_unwinder_destroy(unwinder);
    stage_look_end(stage, &look);
}

void stage_start(struct stage *stage, const char *program)
{
    char path[64];
    memset(stage, 0, sizeof(*stage));
    stage->arena = tr_arena_create();
    if (!realpath(program, stage->path))
        give_up(program);
    run(stage, stage->path);
    snprintf(path, sizeof(path), "/proc/%d/mem", stage->pid);
    stage->mem = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(path, sizeof(path), "/proc/%d/maps", stage->pid);
    tr_auto_free char *maps = tr_file_read_proc(path, NULL);
    stage->maps = tr_arena_strdup(stage->arena, maps ? maps : "");
    read_auxiliary(stage);
    copy_file(stage);
    unwind(stage);
}

void stage_edit_file(struct stage *stage, uint64_t offset, const void *bytes, size_t size)
{
    if (stage->changed_count == STAGE_EDITS || offset >= stage->size || size > stage->size - offset)
        return;
    stage->changed[stage->changed_count++] = (struct stage_range){offset, size};
    if (pwrite(stage->file, bytes, size, (off_t)offset) != (ssize_t)size)
        give_up("memfd");
}

void stage_edit_memory(struct stage *stage, uint64_t address, uint64_t word)
{
    if (stage->overlay_count == STAGE_EDITS)
        return;
    memcpy(stage->overlays[stage->overlay_count], &word, sizeof(word));
    stage->overlay_addresses[stage->overlay_count++] = address;
}

size_t stage_sections(const struct stage *stage, const char *prefix, struct stage_range *ret, size_t limit)
{
    const Elf64_Ehdr *header = (const void *)stage->original;
    const Elf64_Shdr *sections = (const void *)(stage->original + header->e_shoff);
    const char *names = (const char *)stage->original + sections[header->e_shstrndx].sh_offset;
    size_t count = 0;
    for (size_t i = 1; i < header->e_shnum && count < limit; i++)
        if (strncmp(names + sections[i].sh_name, prefix, strlen(prefix)) == 0 && sections[i].sh_size)
            ret[count++] = (struct stage_range){sections[i].sh_offset, sections[i].sh_size};
    return count;
}

void stage_look_begin(struct stage *stage, struct stage_look *look)
{
    look->arena = tr_arena_create();
    look->memory = tr_memory_create(stage->pid, stage->mem);
    for (size_t i = 0; i < stage->overlay_count; i++)
        tr_memory_overlay(look->memory, stage->overlay_addresses[i], stage->overlays[i], sizeof(stage->overlays[i]));
    tr_maps_parse(look->arena, stage->maps, &look->maps);
    look->images = tr_images_create(look->arena, look->memory, &look->maps, (struct tr_file_opener){open_copy, stage},
                                    stage->file, stage->entry, stage->vdso);
    for (size_t i = 0; i < stage->frame_count; i++) {
        stage->contexts[i].memory = look->memory;
        stage->contexts[i].images = look->images;
    }
}

void stage_look_end(struct stage *stage, struct stage_look *look)
{
    tr_images_destroy(look->images);
    tr_memory_destroy(look->memory);
    tr_arena_destroy(look->arena);
    for (; stage->changed_count; stage->changed_count--) {
        const struct stage_range *range = &stage->changed[stage->changed_count - 1];
        if (pwrite(stage->file, stage->original + range->start, range->size, (off_t)range->start) != (ssize_t)range->size)
            give_up("memfd");
    }
    stage->overlay_count = 0;
}

static void read_frame(struct tr_arena *arena, struct tr_values *values, const struct tr_frame_context *context,
                       struct tr_thread *thread)
{
    struct tr_function functions[8];
    struct tr_image *image = tr_images_find(context->images, context->lookup_pc);
    size_t count = image ? tr_functions_at(tr_image_dwarf(image), context->lookup_pc, functions, 8) : 0;
    for (size_t i = 0; i < count; i++) {
        const char *pointer = tr_arena_printf(arena, "/threads/0/frames/%zu", thread->frames.count);
        struct tr_frame *frame = tr_list_new(arena, &thread->frames, struct tr_frame);
        frame->index = tr_number((int64_t)thread->frames.count - 1);
        frame->function = functions[i].name;
        frame->pc = tr_word(context->pc);
        tr_values_frame(values, &functions[i], context, functions[i].line, pointer, frame);
    }
}

/* What the worker would send must be something that the supervisor accepts. */
static void check(struct tr_arena *arena, const struct tr_report *report)
{
    tr_auto_str struct tr_str bytes = {0};
    void *again;
    tr_encode(&tr_record_report, report, &bytes);
    tr_auto_error struct tr_error *error = tr_decode(&tr_record_report, arena, bytes.bytes, bytes.size, &again);
    if (error) {
        fprintf(stderr, "%s\n", error->message);
        abort();
    }
}

void stage_read_values(struct stage *stage)
{
    struct stage_look look;
    struct tr_report report = {0};
    stage_look_begin(stage, &look);
    struct tr_values *values = tr_values_create(look.arena, look.images, look.memory, &look.maps);
    struct tr_thread *thread = tr_list_new(look.arena, &report.threads, struct tr_thread);
    thread->id = tr_number(1);
    for (size_t i = 0; i < stage->frame_count; i++)
        read_frame(look.arena, values, &stage->contexts[i], thread);
    tr_values_objects(values, &report);
    check(look.arena, &report);
    tr_values_destroy(values);
    stage_look_end(stage, &look);
}
