/* For the tests of symbols: compile a program, run it to its first signal under ptrace, look at its images. */
#ifndef TR_TESTS_SYMBOLS_TRACEE_H
#define TR_TESTS_SYMBOLS_TRACEE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "process/maps.h"
#include "process/memory.h"
#include "symbols/image.h"
#include "symbols/symbol.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct tracee {
    char program[PATH_MAX];
    pid_t pid;
    int exe, mem;
    struct user_regs_struct registers;
    struct tr_arena *arena;
    struct tr_memory *memory;
    struct tr_maps maps;
    struct tr_images *images;
};

/** A folder for this test program, emptied when the process ends. */
static inline const char *test_folder(void)
{
    static char folder[] = "/tmp/tr-symbols-XXXXXX";
    static bool made;
    if (!made && !mkdtemp(folder))
        abort();
    made = true;
    return folder;
}

static inline void test_folder_remove(void)
{
    char command[256];
    snprintf(command, sizeof(command), "rm -rf '%s'", test_folder());
    if (system(command) != 0)
        perror("rm");
}

static inline void test_write(const char *name, const char *text)
{
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s/%s", test_folder(), name);
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        abort();
}

/** Run a shell command in the test's folder. @return whether it succeeded. */
static inline bool test_shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static inline bool test_shell(const char *format, ...)
{
    char command[8192];
    int length = snprintf(command, sizeof(command), "cd '%s' && { ", test_folder());
    va_list arguments;
    va_start(arguments, format);
    length += vsnprintf(command + length, sizeof(command) - (size_t)length, format, arguments);
    va_end(arguments);
    snprintf(command + length, sizeof(command) - (size_t)length, "; } >log 2>&1");
    return system(command) == 0;
}

static inline bool test_has(const char *tool) { return test_shell("command -v %s", tool); }

/** Compile or skip the test when the compiler is missing. */
#define test_build(compiler, ...)                                   \
    do {                                                            \
        if (!test_has(compiler)) {                                  \
            print_message("skipped: there is no %s\n", compiler);   \
            skip();                                                 \
        }                                                           \
        if (!test_shell(compiler " " __VA_ARGS__)) {                \
            (void)!system("cat /tmp/tr-symbols-*/log >&2");         \
            fail_msg("%s", "compiling failed: " compiler);          \
        }                                                           \
    } while (0)

static inline uint64_t test_auxiliary(pid_t pid, uint64_t type)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/auxv", pid);
    FILE *file = fopen(path, "r");
    uint64_t pair[2], value = 0;
    while (file && fread(pair, sizeof(pair), 1, file) == 1)
        if (pair[0] == type)
            value = pair[1];
    if (file)
        fclose(file);
    return value;
}

/** Start `program` of the test's folder and run it to its first signal stop. */
static inline void tracee_run(struct tracee *tracee, const char *program)
{
    memset(tracee, 0, sizeof(*tracee));
    snprintf(tracee->program, sizeof(tracee->program), "%s/%s", test_folder(), program);
    tracee->pid = fork();
    assert_true(tracee->pid >= 0);
    if (tracee->pid == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        if (chdir(test_folder()) == 0)
            execl(tracee->program, tracee->program, "one", "two", (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(tracee->pid, &status, 0), tracee->pid);
    assert_true(WIFSTOPPED(status));
    ptrace(PTRACE_SETOPTIONS, tracee->pid, 0, PTRACE_O_EXITKILL);
    ptrace(PTRACE_CONT, tracee->pid, 0, 0);
    assert_int_equal(waitpid(tracee->pid, &status, 0), tracee->pid);
    assert_true(WIFSTOPPED(status));
}

/** Read what a report needs of the stopped process. */
static inline void tracee_look(struct tracee *tracee)
{
    char path[64];
    ptrace(PTRACE_GETREGS, tracee->pid, 0, &tracee->registers);
    snprintf(path, sizeof(path), "/proc/%d/exe", tracee->pid);
    tracee->exe = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(path, sizeof(path), "/proc/%d/mem", tracee->pid);
    tracee->mem = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(path, sizeof(path), "/proc/%d/maps", tracee->pid);
    tr_auto_free char *text = tr_file_read_proc(path, NULL);
    tracee->arena = tr_arena_create();
    tracee->memory = tr_memory_create(tracee->pid, tracee->mem);
    tr_maps_parse(tracee->arena, text, &tracee->maps);
    tracee->images = tr_images_create(tracee->arena, tracee->memory, &tracee->maps,
                                      (struct tr_file_opener){.open = tr_file_open_regular}, tracee->exe,
                                      test_auxiliary(tracee->pid, AT_ENTRY),
                                      test_auxiliary(tracee->pid, AT_SYSINFO_EHDR));
}

static inline void tracee_start(struct tracee *tracee, const char *program)
{
    tracee_run(tracee, program);
    tracee_look(tracee);
}

static inline void tracee_end(struct tracee *tracee)
{
    tr_images_destroy(tracee->images);
    tr_memory_destroy(tracee->memory);
    tr_arena_destroy(tracee->arena);
    close(tracee->exe);
    close(tracee->mem);
    kill(tracee->pid, SIGKILL);
    waitpid(tracee->pid, NULL, 0);
}

/** Run-time address of a symbol of the main image, found by name. */
static inline uint64_t tracee_address(struct tracee *tracee, const char *symbol)
{
    struct tr_symbol found;
    assert_true(tr_symbol_named(tr_images_main(tracee->images), symbol, &found));
    return found.address;
}

#endif
