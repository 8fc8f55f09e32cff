/*
 * Runs while tracerun is built: writes the seccomp programs of filter.h as C arrays. libseccomp builds the search by
 * number out of the same table as the decoders.
 *
 * Usage: filter_generate OUTPUT. Source: seccomp(2), libseccomp's seccomp_export_bpf(3).
 */
#include "syscalls/filter.h"
#include "syscalls/table_internal.h"

#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct call {
    int number;
    unsigned flags;
};

#define SYSCALL(number, name, flags, arguments) {number, flags},
static const struct call calls[] = {
#include "syscalls/table_x86_64.def"
};

enum { CALLS = sizeof(calls) / sizeof(calls[0]), MAX_INSTRUCTIONS = 4096 };

/*
 * libseccomp lets a rule without conditions swallow those with conditions for the same call, so "mark kill(0, SIGKILL), and
 * record every other kill" cannot be said to it. Calls that are told apart by their arguments get one of these actions, and
 * each return with it becomes a jump to a block of our own behind the program.
 */
enum { HOLE_KILL = 0xff01, HOLE_CLONE = 0xff02 };

struct program {
    struct sock_filter code[MAX_INSTRUCTIONS];
    size_t count;
};

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "filter_generate: %s\n", what);
    exit(1);
}

static unsigned trace(unsigned mark) { return SECCOMP_RET_TRACE | mark; }

/* What the filter of @p kind does with a call whose arguments are not special. */
static unsigned plain_action(enum tr_filter_kind kind, unsigned flags)
{
    bool records = kind == TR_FILTER_ALL       ? !(flags & TR_SYSCALL_QUIET)
                   : kind == TR_FILTER_DEFAULT ? flags & TR_SYSCALL_DEFAULT
                                               : false;
    return records ? trace(TR_MARK_RECORD) : SECCOMP_RET_ALLOW;
}

static unsigned action(enum tr_filter_kind kind, unsigned flags)
{
    if (flags & TR_SYSCALL_MAY_KILL_GROUP)
        return trace(HOLE_KILL);
    if ((flags & TR_SYSCALL_MAY_CLONE_UNTRACED) && kind != TR_FILTER_NONE)
        return trace(HOLE_CLONE);
    return plain_action(kind, flags);
}

/* Numbers that the table does not know are recorded by the filter for all calls, and let through by the others. */
static scmp_filter_ctx build(enum tr_filter_kind kind)
{
    unsigned otherwise = kind == TR_FILTER_ALL ? trace(TR_MARK_RECORD) : SECCOMP_RET_ALLOW;
    scmp_filter_ctx filter = seccomp_init(otherwise);
    if (!filter || seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ALLOW))
        fail("seccomp_init");
    /* 2: a binary tree. Needs a third of the time to install: the kernel runs the program for every number then. */
    if (seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2))
        fail("SCMP_FLTATR_CTL_OPTIMIZE: libseccomp 2.5 or later is needed");
    for (size_t i = 0; i < CALLS; i++) {
        unsigned wanted = action(kind, calls[i].flags);
        if (wanted != otherwise && seccomp_rule_add(filter, wanted, calls[i].number, 0))
            fail("seccomp_rule_add");
    }
    return filter;
}

static void export(scmp_filter_ctx filter, struct program *program)
{
    FILE *file = tmpfile();
    if (!file || seccomp_export_bpf(filter, fileno(file)) || lseek(fileno(file), 0, SEEK_SET))
        fail("seccomp_export_bpf");
    ssize_t size = read(fileno(file), program->code, sizeof(program->code));
    if (size <= 0 || (size_t)size == sizeof(program->code))
        fail("the program is empty or too long");
    program->count = (size_t)size / sizeof(program->code[0]);
    fclose(file);
}

static void append(struct program *program, const struct sock_filter *code, size_t count)
{
    if (program->count + count > MAX_INSTRUCTIONS)
        fail("the program is too long");
    for (size_t i = 0; i < count; i++)
        program->code[program->count++] = code[i];
}

/* The kernel takes these arguments from the low half of the register (x86-64 is little-endian). */
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (yes), (no))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))

/* kill(pid, sig): a group, or everybody (pid 0, -1 and below), with a signal that tracerun could not survive. */
static void append_kill(struct program *program, unsigned otherwise)
{
    const struct sock_filter code[] = {
        LOAD_ARGUMENT(1),
        IF(BPF_JEQ, SIGKILL, 1, 0),
        IF(BPF_JEQ, SIGSTOP, 0, 4),
        LOAD_ARGUMENT(0),
        IF(BPF_JEQ, 0, 1, 0),
        IF(BPF_JSET, 0x80000000, 0, 1),
        RETURN(trace(TR_MARK_KILL)),
        RETURN(otherwise),
    };
    append(program, code, sizeof(code) / sizeof(code[0]));
}

/* clone(flags, …) with CLONE_UNTRACED; the flags of clone3 lie in memory, where a filter cannot look. */
static void append_clone(struct program *program, unsigned otherwise)
{
    const struct sock_filter code[] = {
        LOAD_ARGUMENT(0),
        IF(BPF_JSET, 0x00800000 /* CLONE_UNTRACED */, 0, 1),
        RETURN(trace(TR_MARK_CLONE_UNTRACED)),
        RETURN(otherwise),
    };
    append(program, code, sizeof(code) / sizeof(code[0]));
}

/* Turn returns of @p hole among the first @p searched instructions into jumps to the end. @return how many there were. */
static unsigned divert(struct program *program, size_t searched, unsigned hole)
{
    unsigned found = 0;
    for (size_t i = 0; i < searched; i++) {
        struct sock_filter *code = &program->code[i];
        if (code->code != (BPF_RET | BPF_K) || code->k != trace(hole))
            continue;
        *code = (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, (unsigned)(program->count - i - 1));
        found++;
    }
    return found;
}

static void fill_holes(struct program *program, enum tr_filter_kind kind)
{
    size_t searched = program->count;
    for (size_t i = 0; i < CALLS; i++) {
        unsigned flags = calls[i].flags;
        if ((flags & TR_SYSCALL_MAY_KILL_GROUP) && divert(program, searched, HOLE_KILL))
            append_kill(program, plain_action(kind, flags));
        if ((flags & TR_SYSCALL_MAY_CLONE_UNTRACED) && divert(program, searched, HOLE_CLONE))
            append_clone(program, plain_action(kind, flags));
    }
}

static void write_program(FILE *out, const char *name, enum tr_filter_kind kind)
{
    static struct program program;
    scmp_filter_ctx filter = build(kind);
    export(filter, &program);
    seccomp_release(filter);
    fill_holes(&program, kind);
    fprintf(out, "static const struct sock_filter %s_code[] = {\n", name);
    for (size_t i = 0; i < program.count; i++)
        fprintf(out, "    {0x%02x, %u, %u, 0x%08x},\n", program.code[i].code, program.code[i].jt, program.code[i].jf,
                program.code[i].k);
    fprintf(out, "};\n");
}

int main(int argc, char **argv)
{
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!out)
        fail("usage: filter_generate OUTPUT");
    fprintf(out, "/* Made by filter_generate from table_x86_64.def. */\n");
    write_program(out, "none", TR_FILTER_NONE);
    write_program(out, "default", TR_FILTER_DEFAULT);
    write_program(out, "all", TR_FILTER_ALL);
    write_program(out, "sanitizer", TR_FILTER_SANITIZER);
    if (fclose(out))
        fail("cannot write the output");
    return 0;
}
