/* The seccomp programs, run call by call in an interpreter of our own, against the table that they are made from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/cleanup.h"
#include "sandbox/profile.h"
#include "sandbox/rule.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

enum { NO_SUCH_CALL = SECCOMP_RET_ERRNO | ENOSYS, X32 = 0x40000000, MOST_STEPS = 4096 };

static bool jumps(const struct sock_filter *code, uint32_t value)
{
    switch (BPF_OP(code->code)) {
    case BPF_JEQ:
        return value == code->k;
    case BPF_JGT:
        return value > code->k;
    case BPF_JGE:
        return value >= code->k;
    default:
        assert_int_equal(BPF_OP(code->code), BPF_JSET);
        return value & code->k;
    }
}

/* What the kernel would do. Source: Documentation/networking/filter.rst. */
static uint32_t run(const struct sock_fprog *program, const struct seccomp_data *data)
{
    uint32_t value = 0;
    size_t at = 0;
    for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
        assert_in_range(at, 0, program->len - 1);
        const struct sock_filter *code = &program->filter[at++];
        switch (BPF_CLASS(code->code)) {
        case BPF_LD:
            assert_int_equal(code->code, BPF_LD | BPF_W | BPF_ABS);
            memcpy(&value, (const char *)data + code->k, sizeof(value));
            break;
        case BPF_ALU:
            assert_int_equal(code->code, BPF_ALU | BPF_AND | BPF_K);
            value &= code->k;
            break;
        case BPF_JMP:
            if (BPF_OP(code->code) == BPF_JA)
                at += code->k;
            else
                at += jumps(code, value) ? code->jt : code->jf;
            break;
        default:
            assert_int_equal(code->code, BPF_RET | BPF_K);
            return code->k;
        }
    }
    fail_msg("the program does not end");
    return 0;
}

struct arguments {
    uint64_t at[6];
};

static uint32_t answer(unsigned profile, long number, struct arguments arguments)
{
    struct seccomp_data data = {.nr = (int)number, .arch = AUDIT_ARCH_X86_64};
    memcpy(data.args, arguments.at, sizeof(data.args));
    return run(tr_rule_filter(profile), &data);
}

#define ASK(profile, call, ...) answer(TR_PROFILE_BIT_##profile, SYS_##call, (struct arguments){{__VA_ARGS__}})
#define TOLD(refusal, rule) (SECCOMP_RET_TRACE | TR_SANDBOX_MARK(TR_REFUSAL_##refusal, TR_RULE_##rule))

static void what_programs_do_all_the_time_passes(void **state)
{
    (void)state;
    static const long calls[] = {SYS_read, SYS_write, SYS_close, SYS_mmap, SYS_brk, SYS_futex, SYS_exit_group, SYS_wait4,
                                 SYS_pipe2, SYS_dup2, SYS_rt_sigaction, SYS_nanosleep, SYS_getpid, SYS_newfstatat, SYS_getrandom,
                                 SYS_set_robust_list, SYS_rseq, SYS_ftruncate, SYS_memfd_create, SYS_getcwd, SYS_chdir};
    for (size_t i = 0; i < TR_COUNT(calls); i++) {
        assert_int_equal(answer(TR_PROFILE_BIT_STUDENT, calls[i], (struct arguments){{0}}), SECCOMP_RET_ALLOW);
        assert_int_equal(answer(TR_PROFILE_BIT_STRICT, calls[i], (struct arguments){{0}}), SECCOMP_RET_ALLOW);
    }
}

/* Every row without a condition, in its profiles. */
static void every_row_is_in_its_programs(void **state)
{
    (void)state;
    static const struct {
        unsigned profiles;
        long number;
        uint32_t answer;
        const char *condition;
    } rows[] = {
#define DENY(profiles, rule, call, ...) {profiles, SYS_##call, TOLD(DENY, rule), #__VA_ARGS__},
#define REFUSE(profiles, rule, call, ...) {profiles, SYS_##call, TOLD(REFUSE, rule), #__VA_ARGS__},
#define ABSENT(profiles, rule, call, ...) {profiles, SYS_##call, NO_SUCH_CALL, #__VA_ARGS__},
#define TARGET(profiles, rule, call, argument, ...) {profiles, SYS_##call, TOLD(TARGET, rule), #__VA_ARGS__},
#define WATCH(profiles, rule, call, ...) {profiles, SYS_##call, TOLD(WATCH, rule), "ANY"},
#include "sandbox/rules.def"
    };
    unsigned checked = 0;
    for (size_t i = 0; i < TR_COUNT(rows); i++)
        for (unsigned bit = 1; bit <= TR_PROFILE_BIT_WORKER; bit <<= 1)
            if ((rows[i].profiles & bit) && strcmp(rows[i].condition, "ANY") == 0) {
                assert_int_equal(answer(bit, rows[i].number, (struct arguments){{0}}), rows[i].answer);
                checked++;
            }
    assert_true(checked > 150);
}

static void other_abis_are_refused(void **state)
{
    (void)state;
    struct seccomp_data data = {.nr = 20, .arch = AUDIT_ARCH_I386};
    assert_int_equal(run(tr_rule_filter(TR_PROFILE_BIT_STUDENT), &data), TOLD(DENY, ABI));
    assert_int_equal(ASK(STUDENT, getpid), SECCOMP_RET_ALLOW);
    assert_int_equal(answer(TR_PROFILE_BIT_STUDENT, X32 | SYS_getpid, (struct arguments){{0}}), TOLD(DENY, ABI));
    assert_int_equal(answer(TR_PROFILE_BIT_STUDENT, X32 | 512, (struct arguments){{0}}), TOLD(DENY, ABI));
}

static void calls_that_nobody_has_looked_at_do_not_exist(void **state)
{
    (void)state;
    for (long number = 451; number < 1000; number++)
        assert_int_equal(answer(TR_PROFILE_BIT_STUDENT, number, (struct arguments){{0}}), NO_SUCH_CALL);
    assert_int_equal(answer(TR_PROFILE_BIT_STUDENT, 450, (struct arguments){{0}}), SECCOMP_RET_ALLOW);
}

static void the_flags_of_clone_decide(void **state)
{
    (void)state;
    enum { THREAD = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS };
    assert_int_equal(ASK(STUDENT, clone, THREAD), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, clone, SIGCHLD), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, clone, THREAD | CLONE_UNTRACED), TOLD(DENY, TRACING));
    assert_int_equal(ASK(STUDENT, clone, CLONE_NEWUSER | SIGCHLD), TOLD(DENY, NAMESPACE));
    assert_int_equal(ASK(STUDENT, clone, CLONE_NEWNET), TOLD(DENY, NAMESPACE));
    assert_int_equal(ASK(STRICT, clone, THREAD), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STRICT, clone, SIGCHLD), TOLD(DENY, PROCESSES));
    assert_int_not_equal(ASK(STRICT, clone, THREAD | CLONE_UNTRACED), SECCOMP_RET_ALLOW);
}

/* Where the kernel takes an int, the high half of the register must not matter. */
static void the_high_half_of_an_int_does_not_matter(void **state)
{
    (void)state;
    const uint64_t high = UINT64_C(0xdead00000000);
    assert_int_equal(ASK(STUDENT, ioctl, 0, high | TIOCSTI), TOLD(DENY, TERMINAL));
    assert_int_equal(ASK(STUDENT, ioctl, 0, TCGETS), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, prctl, high | PR_SET_SECCOMP, 2), TOLD(DENY, FILTER));
    assert_int_equal(ASK(STUDENT, prctl, high | PR_SET_DUMPABLE, 0), TOLD(DENY, TRACING));
    assert_int_equal(ASK(STUDENT, prctl, PR_SET_DUMPABLE, 1), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, prctl, PR_SET_NAME, 0), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, seccomp, high | SECCOMP_SET_MODE_FILTER), TOLD(DENY, FILTER));
    assert_int_equal(ASK(STUDENT, seccomp, SECCOMP_GET_ACTION_AVAIL), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, fcntl, 0, high | F_SETOWN, 1), TOLD(TARGET, OTHERS));
    assert_int_equal(ASK(STUDENT, fcntl, 0, F_SETFL, 0), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, fcntl, 0, high | F_SETLEASE, F_RDLCK), TOLD(REFUSE, OTHERS));
    assert_int_equal(ASK(STUDENT, fcntl, 0, F_GETLEASE), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, ioctl, 0, high | FS_IOC_SETFLAGS), TOLD(REFUSE, ATTRIBUTES));
    assert_int_equal(ASK(STUDENT, ioctl, 0, FS_IOC_FSSETXATTR), TOLD(REFUSE, ATTRIBUTES));
    assert_int_equal(ASK(STUDENT, ioctl, 0, FS_IOC_GETFLAGS), SECCOMP_RET_ALLOW);
    assert_int_not_equal(ASK(STUDENT, socket, high | AF_UNIX), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, socket, AF_UNIX), TOLD(REFUSE, NETWORK));
    assert_int_equal(ASK(STUDENT, socket, AF_INET), TOLD(DENY, NETWORK));
    assert_int_equal(ASK(STUDENT, socketpair, AF_UNIX), SECCOMP_RET_ALLOW);
    assert_int_not_equal(ASK(STUDENT, socketpair, high | AF_UNIX), SECCOMP_RET_ALLOW);
}

static void processes_are_compared_where_one_is_named(void **state)
{
    (void)state;
    assert_int_equal(ASK(STUDENT, kill, 1, SIGTERM), TOLD(TARGET, OTHERS));
    assert_int_equal(ASK(STUDENT, kill, 1, 0), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, kill, 1, UINT64_C(1) << 32), TOLD(TARGET, OTHERS));
    assert_int_equal(ASK(STUDENT, prlimit64, 0, 7, 1), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, prlimit64, 1, 7, 0), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, prlimit64, 1, 7, 1), TOLD(TARGET, OTHERS));
    assert_int_equal(ASK(STUDENT, setpriority, 0, 1), TOLD(TARGET, OTHERS));
    assert_int_equal(ASK(STUDENT, setpriority, 2, 0), TOLD(DENY, OTHERS));
    assert_int_equal(ASK(STUDENT, setpriority, 0, 0), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, ptrace, 0), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STUDENT, ptrace, 16, 1), TOLD(DENY, TRACING));
    assert_int_equal(tr_rule_target(SYS_kill), 0);
    assert_int_equal(tr_rule_target(SYS_fcntl), 2);
    assert_int_equal(tr_rule_target(SYS_read), -1);
}

static void the_worker_reads_files_only(void **state)
{
    (void)state;
    assert_int_equal(ASK(WORKER, openat), SECCOMP_RET_ALLOW);
    assert_int_equal(ASK(STRICT, openat), TOLD(WATCH, READ));
    assert_int_equal(ASK(WORKER, unlink), TOLD(WATCH, WRITE));
    assert_int_equal(ASK(WORKER, execve), TOLD(DENY, PROCESSES));
    assert_int_equal(ASK(WORKER, socket, AF_INET), TOLD(DENY, NETWORK));
}

static void marks_lead_back_to_their_row(void **state)
{
    (void)state;
    unsigned long mark = ASK(STUDENT, openat) & SECCOMP_RET_DATA;
    assert_true(tr_mark_is_sandbox(mark));
    assert_int_equal(tr_mark_refusal(mark), TR_REFUSAL_WATCH);
    assert_int_equal(tr_mark_rule(mark), TR_RULE_READ);
    assert_string_equal(tr_rule_name(TR_RULE_NETWORK), "network");
    assert_int_equal(tr_rule_paths(SYS_renameat)->path[1], 3);
    assert_null(tr_rule_paths(SYS_read));
    assert_int_equal(tr_mark_rule(TR_MARK_SANDBOX | 0xff), TR_RULE_KERNEL);
}

static void profiles_have_names(void **state)
{
    (void)state;
    assert_null(tr_profile_named("none"));
    assert_int_equal(tr_profile_named("off")->bit, 0);
    assert_int_equal(tr_profile_named("strict")->bit, TR_PROFILE_BIT_STRICT);
    assert_int_equal(tr_profile_named("student")->limits[TR_BOUND_WALL], 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_programs_do_all_the_time_passes),
        cmocka_unit_test(every_row_is_in_its_programs),
        cmocka_unit_test(other_abis_are_refused),
        cmocka_unit_test(calls_that_nobody_has_looked_at_do_not_exist),
        cmocka_unit_test(the_flags_of_clone_decide),
        cmocka_unit_test(the_high_half_of_an_int_does_not_matter),
        cmocka_unit_test(processes_are_compared_where_one_is_named),
        cmocka_unit_test(the_worker_reads_files_only),
        cmocka_unit_test(marks_lead_back_to_their_row),
        cmocka_unit_test(profiles_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
