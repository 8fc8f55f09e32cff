/*
 * Runs while tracerun is built: writes the seccomp programs of the sandbox's profiles as C arrays, from rules.def.
 *
 * Usage: rules_generate OUTPUT. Source: seccomp(2), libseccomp's seccomp_export_bpf(3).
 */
#include "sandbox/rule.h"

#include <errno.h>
#include <linux/audit.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    MAX_INSTRUCTIONS = 4096,
    X32_BIT = 0x40000000,
    /* The first number that this file was not written for (cachestat, Linux 6.5): what a call does that nobody here has
     * looked at is not known, and every program can do without a new one. */
    FIRST_UNKNOWN = 451,
};

struct program {
    unsigned bit;
    scmp_filter_ctx filter;
};

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "rules_generate: %s\n", what);
    exit(1);
}

static void add(const struct program *program, unsigned profiles, unsigned action, int number,
                const struct scmp_arg_cmp *conditions)
{
    unsigned count = 0;
    while (conditions[count].op)
        count++;
    if ((profiles & program->bit) && seccomp_rule_add_array(program->filter, action, number, count, conditions)) {
        fprintf(stderr, "rules_generate: call %d\n", number);
        fail("seccomp_rule_add_array");
    }
}

#define CONDITIONS(...) (const struct scmp_arg_cmp[]){__VA_ARGS__, {0}}
#define ANY {0}
#define IS(argument, value) {argument, SCMP_CMP_EQ, value, 0}
#define NOT(argument, value) {argument, SCMP_CMP_NE, value, 0}
#define LOW(argument, value) {argument, SCMP_CMP_MASKED_EQ, 0xffffffff, value}
#define BIT(argument, bit) {argument, SCMP_CMP_MASKED_EQ, bit, bit}
#define WITHOUT(argument, bit) {argument, SCMP_CMP_MASKED_EQ, bit, 0}
#define TRACE(refusal, rule) SCMP_ACT_TRACE(TR_SANDBOX_MARK(refusal, rule))

static void add_rows(const struct program *program)
{
#define DENY(profiles, rule, call, ...) \
    add(program, profiles, TRACE(TR_REFUSAL_DENY, TR_RULE_##rule), SCMP_SYS(call), CONDITIONS(__VA_ARGS__));
#define REFUSE(profiles, rule, call, ...) \
    add(program, profiles, TRACE(TR_REFUSAL_REFUSE, TR_RULE_##rule), SCMP_SYS(call), CONDITIONS(__VA_ARGS__));
#define ABSENT(profiles, rule, call, ...) \
    add(program, profiles, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(call), CONDITIONS(__VA_ARGS__));
#define TARGET(profiles, rule, call, argument, ...) \
    add(program, profiles, TRACE(TR_REFUSAL_TARGET, TR_RULE_##rule), SCMP_SYS(call), CONDITIONS(__VA_ARGS__));
#define WATCH(profiles, rule, call, folder, path, folder2, path2) \
    add(program, profiles, TRACE(TR_REFUSAL_WATCH, TR_RULE_##rule), SCMP_SYS(call), CONDITIONS(ANY));
#include "sandbox/rules.def"
}

static scmp_filter_ctx build(unsigned bit)
{
    struct program program = {bit, seccomp_init(SCMP_ACT_ALLOW)};
    if (!program.filter
        || seccomp_attr_set(program.filter, SCMP_FLTATR_ACT_BADARCH, TRACE(TR_REFUSAL_DENY, TR_RULE_ABI)))
        fail("seccomp_init");
    /* 2: a binary tree. */
    if (seccomp_attr_set(program.filter, SCMP_FLTATR_CTL_OPTIMIZE, 2))
        fail("SCMP_FLTATR_CTL_OPTIMIZE: libseccomp 2.5 or later is needed");
    add_rows(&program);
    return program.filter;
}

static size_t export(scmp_filter_ctx filter, struct sock_filter *code)
{
    FILE *file = tmpfile();
    if (!file || seccomp_export_bpf(filter, fileno(file)) || lseek(fileno(file), 0, SEEK_SET))
        fail("seccomp_export_bpf");
    ssize_t size = read(fileno(file), code, MAX_INSTRUCTIONS * sizeof(*code));
    if (size <= 0 || (size_t)size == MAX_INSTRUCTIONS * sizeof(*code))
        fail("the program is empty or too long");
    fclose(file);
    return (size_t)size / sizeof(*code);
}

static void print(FILE *out, const struct sock_filter *code, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "    {0x%02x, %u, %u, 0x%08x},\n", code[i].code, code[i].jt, code[i].jf, code[i].k);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (yes), (no))

/* In front of libseccomp's program, which knows no ranges of numbers. */
static const struct sock_filter unknown[] = {
    LOAD(arch),
    IF(BPF_JEQ, AUDIT_ARCH_X86_64, 0, 4),
    LOAD(nr),
    IF(BPF_JGE, X32_BIT, 2, 0),
    IF(BPF_JGE, FIRST_UNKNOWN, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SCMP_ACT_ERRNO(ENOSYS)),
};

static void write_program(FILE *out, const char *name, unsigned bit)
{
    static struct sock_filter code[MAX_INSTRUCTIONS];
    scmp_filter_ctx filter = build(bit);
    size_t count = export(filter, code);
    seccomp_release(filter);
    fprintf(out, "static const struct sock_filter %s_code[] = {\n", name);
    print(out, unknown, sizeof(unknown) / sizeof(unknown[0]));
    print(out, code, count);
    fprintf(out, "};\n");
}

int main(int argc, char **argv)
{
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!out)
        fail("usage: rules_generate OUTPUT");
    fprintf(out, "/* Made by rules_generate from rules.def. */\n");
    write_program(out, "student", TR_PROFILE_BIT_STUDENT);
    write_program(out, "strict", TR_PROFILE_BIT_STRICT);
    write_program(out, "worker", TR_PROFILE_BIT_WORKER);
    if (fclose(out))
        fail("cannot write the output");
    return 0;
}
