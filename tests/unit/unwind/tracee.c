#include "tracee.h"

#include "base/cleanup.h"
#include "base/file.h"

#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

const char *tracee_folder(void)
{
    static char folder[] = "/tmp/tr-unwind-XXXXXX";
    static bool made;
    if (!made && !mkdtemp(folder))
        abort();
    made = true;
    return folder;
}

void tracee_folder_remove(void)
{
    char command[256];
    snprintf(command, sizeof(command), "rm -rf '%s'", tracee_folder());
    if (system(command) != 0)
        perror("rm");
}

bool tracee_shell(const char *format, ...)
{
    char command[4096];
    int length = snprintf(command, sizeof(command), "cd '%s' && { ", tracee_folder());
    va_list arguments;
    va_start(arguments, format);
    length += vsnprintf(command + length, sizeof(command) - (size_t)length, format, arguments);
    va_end(arguments);
    snprintf(command + length, sizeof(command) - (size_t)length, "; } >log 2>&1");
    return system(command) == 0;
}

bool tracee_build(const char *compiler, const char *flags, const char *sample, bool strip)
{
    if (tracee_shell("%s -w %s %s/unwind/%s/main.c -o program && nm -n --defined-only program >symbols && %s", compiler,
                     flags, TR_SAMPLES, sample, strip ? "strip program" : "true"))
        return true;
    char command[256];
    snprintf(command, sizeof(command), "cat '%s/log' >&2", tracee_folder());
    if (system(command) != 0)
        perror("cat");
    return false;
}

static void read_symbols(struct tracee *tracee)
{
    char path[512], kind, line[1024];
    snprintf(path, sizeof(path), "%s/symbols", tracee_folder());
    tr_auto_fclose FILE *file = fopen(path, "r");
    assert_non_null(file);
    enum { MOST = 1 << 16 };
    tracee->symbols = tr_arena_alloc(tracee->arena, MOST * sizeof(*tracee->symbols));
    while (tracee->symbol_count < MOST && fgets(line, sizeof(line), file)) {
        struct nm_symbol *symbol = &tracee->symbols[tracee->symbol_count];
        unsigned long address;
        if (sscanf(line, "%lx %c %55s", &address, &kind, symbol->name) != 3 || !strchr("tTwWi", kind))
            continue;
        symbol->address = address;
        tracee->symbol_count++;
    }
}

static bool is_fatal(int signal)
{
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < TR_COUNT(fatal); i++)
        if (fatal[i] == signal)
            return true;
    return false;
}

static void run_to_signal(struct tracee *tracee, int stops)
{
    for (;;) {
        int status;
        pid_t pid = waitpid(-1, &status, __WALL);
        assert_true(pid > 0);
        if (!WIFSTOPPED(status)) {
            assert_int_not_equal(pid, tracee->root); /* it ended without the signal that it is about */
            continue;
        }
        int signal = WSTOPSIG(status);
        if (is_fatal(signal) && --stops == 0) {
            tracee->thread = pid;
            return;
        }
        bool of_ptrace = status >> 16 || signal == SIGTRAP || signal == SIGSTOP;
        ptrace(PTRACE_CONT, pid, 0, of_ptrace ? 0 : signal);
    }
}

static uint64_t auxiliary(pid_t pid, uint64_t type)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/auxv", pid);
    tr_auto_fclose FILE *file = fopen(path, "r");
    uint64_t pair[2];
    while (file && fread(pair, sizeof(pair), 1, file) == 1)
        if (pair[0] == type)
            return pair[1];
    return 0;
}

static void look(struct tracee *tracee)
{
    char path[64];
    pid_t pid = tracee->thread;
    ptrace(PTRACE_GETREGS, pid, 0, &tracee->registers.general);
    snprintf(path, sizeof(path), "/proc/%d/exe", pid);
    tracee->exe = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(path, sizeof(path), "/proc/%d/mem", pid);
    tracee->mem = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(path, sizeof(path), "/proc/%d/maps", pid);
    tr_auto_free char *text = tr_file_read_proc(path, NULL);
    assert_non_null(text);
    tracee->arena = tr_arena_create();
    tracee->memory = tr_memory_create(pid, tracee->mem);
    tr_maps_parse(tracee->arena, text, &tracee->maps);
    tracee->images = tr_images_create(tracee->arena, tracee->memory, &tracee->maps,
                                      (struct tr_file_opener){.open = tr_file_open_regular}, tracee->exe,
                                      auxiliary(pid, AT_ENTRY), auxiliary(pid, AT_SYSINFO_EHDR));
    read_symbols(tracee);
}

void tracee_start(struct tracee *tracee, const char *argument, int stops)
{
    *tracee = (struct tracee){0};
    snprintf(tracee->program, sizeof(tracee->program), "%s/program", tracee_folder());
    tracee->root = fork();
    assert_true(tracee->root >= 0);
    if (tracee->root == 0) {
        /* Stack overflows of a known depth, and no words on the terminal. */
        const struct rlimit stack = {8 << 20, 8 << 20};
        int null = open("/dev/null", O_WRONLY);
        if (setrlimit(RLIMIT_STACK, &stack) == 0 && dup2(null, 1) == 1 && dup2(null, 2) == 2
            && ptrace(PTRACE_TRACEME, 0, 0, 0) == 0)
            execl(tracee->program, tracee->program, argument, (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(tracee->root, &status, 0), tracee->root);
    assert_true(WIFSTOPPED(status));
    ptrace(PTRACE_SETOPTIONS, tracee->root, 0,
           PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK);
    ptrace(PTRACE_CONT, tracee->root, 0, 0);
    run_to_signal(tracee, stops);
    look(tracee);
}

void tracee_end(struct tracee *tracee)
{
    tr_images_destroy(tracee->images);
    tr_memory_destroy(tracee->memory);
    tr_arena_destroy(tracee->arena);
    close(tracee->exe);
    close(tracee->mem);
    kill(tracee->thread, SIGKILL);
    kill(tracee->root, SIGKILL);
    waitpid(tracee->thread, NULL, __WALL);
    waitpid(tracee->root, NULL, __WALL);
}

const char *tracee_name(const struct tracee *tracee, uint64_t address)
{
    const struct tr_image *image = tr_images_find(tracee->images, address);
    if (!image || image != tr_images_main(tracee->images))
        return "?";
    uint64_t wanted = address - image->bias;
    const char *name = "?";
    for (size_t i = 0; i < tracee->symbol_count && tracee->symbols[i].address <= wanted; i++)
        name = tracee->symbols[i].name;
    return name;
}

const struct tr_stack_frame *stack_frame(const struct tr_stack *stack, size_t index)
{
    if (index < stack->head_count)
        return &stack->head[index];
    size_t tail = stack->total - stack->tail_count;
    return index >= tail ? &stack->tail[index - tail] : NULL;
}

void tracee_print(const struct tracee *tracee, const struct tr_stack *stack)
{
    for (size_t i = 0; i < stack->total; i++) {
        const struct tr_stack_frame *frame = stack_frame(stack, i);
        if (!frame)
            continue;
        const struct tr_image *image = tr_images_find(tracee->images, frame->lookup_pc);
        print_message("  %zu %#lx cfa %#lx %s %s%s %s\n", i, frame->pc, frame->cfa, tr_words_trust.words[frame->trust],
                      tracee_name(tracee, frame->lookup_pc), frame->signal_frame ? " (signal)" : "",
                      image ? image->path : "-");
    }
    print_message("  end %d, %s\n", stack->end, stack->reason ? stack->reason : "root");
}
