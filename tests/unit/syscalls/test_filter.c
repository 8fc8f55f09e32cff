/* The seccomp programs: every number and the special arguments, interpreted; and what stops in a real tracee. */
#include "base/cleanup.h"
#include "syscalls/filter.h"
#include "syscalls/table_internal.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

enum { ALLOWED = 0, X32_BIT = 0x40000000 };

static bool jumps(const struct sock_filter *code, uint32_t accumulator)
{
    switch (BPF_OP(code->code)) {
    case BPF_JEQ: return accumulator == code->k;
    case BPF_JGT: return accumulator > code->k;
    case BPF_JGE: return accumulator >= code->k;
    case BPF_JSET: return accumulator & code->k;
    }
    fail_msg("jump %#x", code->code);
    return false;
}

/* What the kernel would make of a call, for the few instructions that our programs consist of. */
static uint32_t run(const struct sock_fprog *program, const struct seccomp_data *data)
{
    uint32_t accumulator = 0;
    for (size_t pc = 0; pc < program->len; pc++) {
        const struct sock_filter *code = &program->filter[pc];
        switch (BPF_CLASS(code->code)) {
        case BPF_LD:
            assert_true(code->code == (BPF_LD | BPF_W | BPF_ABS) && code->k + 4 <= sizeof(*data));
            memcpy(&accumulator, (const char *)data + code->k, sizeof(accumulator));
            break;
        case BPF_ALU:
            assert_int_equal(code->code, BPF_ALU | BPF_AND | BPF_K);
            accumulator &= code->k;
            break;
        case BPF_JMP:
            if (BPF_OP(code->code) == BPF_JA)
                pc += code->k;
            else
                pc += jumps(code, accumulator) ? code->jt : code->jf;
            break;
        case BPF_RET:
            return code->k;
        default:
            fail_msg("instruction %#x", code->code);
        }
    }
    fail_msg("ran off the end");
    return 0;
}

static const uint32_t native = AUDIT_ARCH_X86_64;

/* The mark of a call, ALLOWED when it does not stop. */
static unsigned mark_of(enum tr_filter_kind kind, uint32_t arch, int number, uint64_t first, uint64_t second)
{
    const struct seccomp_data data = {.nr = number, .arch = arch, .args = {first, second}};
    uint32_t action = run(tr_filter_program(kind), &data);
    if (action == SECCOMP_RET_ALLOW)
        return ALLOWED;
    assert_int_equal(action & SECCOMP_RET_ACTION_FULL, SECCOMP_RET_TRACE);
    return action & SECCOMP_RET_DATA;
}

static unsigned wanted_mark(enum tr_filter_kind kind, unsigned flags)
{
    if (kind == TR_FILTER_ALL)
        return flags & TR_SYSCALL_QUIET ? ALLOWED : TR_MARK_RECORD;
    return kind == TR_FILTER_DEFAULT && (flags & TR_SYSCALL_DEFAULT) ? TR_MARK_RECORD : ALLOWED;
}

static const enum tr_filter_kind kinds[] = {TR_FILTER_NONE, TR_FILTER_DEFAULT, TR_FILTER_ALL, TR_FILTER_SANITIZER};

static void every_call_has_the_mark_of_its_row(void **state)
{
    (void)state;
    for (size_t i = 0; i < TR_COUNT(kinds); i++)
        for (unsigned number = 0; number < tr_syscall_table_size(); number++) {
            const struct tr_syscall_row *row = tr_syscall_row(number);
            if (row) /* pid 1, signal 1; no CLONE_UNTRACED */
                assert_int_equal(mark_of(kinds[i], native, (int)number, 1, 1), wanted_mark(kinds[i], row->flags));
        }
}

static void numbers_of_tomorrow_are_recorded_only_with_all(void **state)
{
    (void)state;
    assert_int_equal(mark_of(TR_FILTER_DEFAULT, native, 500, 0, 0), ALLOWED);
    assert_int_equal(mark_of(TR_FILTER_NONE, native, 500, 0, 0), ALLOWED);
    assert_int_equal(mark_of(TR_FILTER_ALL, native, 500, 0, 0), TR_MARK_RECORD);
}

static void other_architectures_run_untraced(void **state)
{
    (void)state;
    for (size_t i = 0; i < TR_COUNT(kinds); i++)
        for (unsigned number = 0; number < tr_syscall_table_size(); number++) {
            assert_int_equal(mark_of(kinds[i], AUDIT_ARCH_I386, (int)number, 0, SIGKILL), ALLOWED);
            assert_int_equal(mark_of(kinds[i], native, (int)(number | X32_BIT), 0, SIGKILL), ALLOWED);
        }
}

/* The registers' upper halves are not the kernel's business, and not the filter's. */
enum { NOISE = 0x5a };
static uint64_t noisy(int value) { return (uint64_t)NOISE << 32 | (uint32_t)value; }

static void killing_a_group_is_marked(void **state)
{
    (void)state;
    static const int groups[] = {0, -1, -2, -12345, INT32_MIN};
    static const int fatal[] = {SIGKILL, SIGSTOP}, harmless[] = {0, SIGTERM, SIGINT, SIGCONT, SIGTSTP, 64, 128 + SIGKILL};
    for (size_t i = 0; i < TR_COUNT(kinds); i++) {
        unsigned otherwise = wanted_mark(kinds[i], tr_syscall_row(SYS_kill)->flags);
        for (size_t g = 0; g < TR_COUNT(groups); g++) {
            for (size_t s = 0; s < TR_COUNT(fatal); s++) {
                assert_int_equal(mark_of(kinds[i], native, SYS_kill, (uint64_t)groups[g], (uint64_t)fatal[s]), TR_MARK_KILL);
                assert_int_equal(mark_of(kinds[i], native, SYS_kill, noisy(groups[g]), noisy(fatal[s])), TR_MARK_KILL);
                assert_int_equal(mark_of(kinds[i], native, SYS_kill, 4711, (uint64_t)fatal[s]), otherwise);
            }
            for (size_t s = 0; s < TR_COUNT(harmless); s++)
                assert_int_equal(mark_of(kinds[i], native, SYS_kill, noisy(groups[g]), noisy(harmless[s])), otherwise);
        }
    }
}

static void untraced_clones_are_marked(void **state)
{
    (void)state;
    const uint64_t untraced = 0x00800000, thread = 0x3d0f00;
    assert_int_equal(mark_of(TR_FILTER_NONE, native, SYS_clone, untraced, 0), ALLOWED);
    assert_int_equal(mark_of(TR_FILTER_DEFAULT, native, SYS_clone, untraced | thread, 0), TR_MARK_CLONE_UNTRACED);
    assert_int_equal(mark_of(TR_FILTER_DEFAULT, native, SYS_clone, thread, 0), ALLOWED);
    assert_int_equal(mark_of(TR_FILTER_ALL, native, SYS_clone, untraced, 0), TR_MARK_CLONE_UNTRACED);
    assert_int_equal(mark_of(TR_FILTER_ALL, native, SYS_clone, thread, 0), TR_MARK_RECORD);
    assert_int_equal(mark_of(TR_FILTER_SANITIZER, native, SYS_clone, untraced | (uint64_t)NOISE << 32, 0),
                     TR_MARK_CLONE_UNTRACED);
}

/* --- A real tracee -------------------------------------------------------------------------------------------- */

static _Noreturn void be_traced(int gate, enum tr_filter_kind kind)
{
    char go;
    if (read(gate, &go, 1) != 1 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, tr_filter_program(kind)))
        _exit(1);
    syscall(SYS_getppid);
    syscall(SYS_openat, -100, "/nonexistent", 0);
    syscall(SYS_kill, 0, SIGKILL); /* skipped by the tracer, or it would take the test along */
    syscall(SYS_kill, getpid(), 0);
    syscall(SYS_access, "/", 0); /* only asks: not in the default set */
    syscall(SYS_chdir, "/");
    _exit(0);
}

struct stop {
    long number;
    unsigned long mark;
};

/* Run to the end, noting the stops; a call marked TR_MARK_KILL is skipped. @return how many stops. */
static size_t trace(pid_t pid, struct stop *stops, size_t room)
{
    size_t count = 0;
    int status;
    while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
        if (status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8)) {
            struct user_regs_struct registers;
            struct stop stop = {0};
            assert_int_equal(ptrace(PTRACE_GETEVENTMSG, pid, 0, &stop.mark), 0);
            assert_int_equal(ptrace(PTRACE_GETREGS, pid, 0, &registers), 0);
            stop.number = (long)registers.orig_rax;
            if (stop.mark == TR_MARK_KILL) {
                registers.orig_rax = (unsigned long long)-1;
                assert_int_equal(ptrace(PTRACE_SETREGS, pid, 0, &registers), 0);
            }
            if (count < room)
                stops[count++] = stop;
        }
        ptrace(PTRACE_CONT, pid, 0, 0);
    }
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return count;
}

static size_t run_traced(enum tr_filter_kind kind, struct stop *stops, size_t room)
{
    int gate[2];
    assert_int_equal(pipe(gate), 0);
    pid_t pid = fork();
    if (!pid) {
        setpgid(0, 0);
        be_traced(gate[0], kind);
    }
    close(gate[0]);
    if (ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL)) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        close(gate[1]);
        return 0;
    }
    assert_int_equal(write(gate[1], "", 1), 1);
    close(gate[1]);
    return trace(pid, stops, room);
}

static void a_tracee_stops_where_it_should(void **state)
{
    (void)state;
    static const struct stop wanted[] = {{SYS_openat, TR_MARK_RECORD}, {SYS_kill, TR_MARK_KILL},
                                         {SYS_kill, TR_MARK_RECORD}, {SYS_chdir, TR_MARK_RECORD}};
    struct stop stops[16];
    size_t count = run_traced(TR_FILTER_DEFAULT, stops, TR_COUNT(stops));
    if (!count)
        skip(); /* no ptrace here */
    assert_int_equal(count, TR_COUNT(wanted));
    assert_memory_equal(stops, wanted, sizeof(wanted));
    assert_int_equal(run_traced(TR_FILTER_SANITIZER, stops, TR_COUNT(stops)), 1);
    assert_int_equal(stops[0].mark, TR_MARK_KILL);
    assert_in_range(run_traced(TR_FILTER_ALL, stops, TR_COUNT(stops)), 6, TR_COUNT(stops));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_call_has_the_mark_of_its_row),
        cmocka_unit_test(numbers_of_tomorrow_are_recorded_only_with_all),
        cmocka_unit_test(other_architectures_run_untraced),
        cmocka_unit_test(killing_a_group_is_marked),
        cmocka_unit_test(untraced_clones_are_marked),
        cmocka_unit_test(a_tracee_stops_where_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
