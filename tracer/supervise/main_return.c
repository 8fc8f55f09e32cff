/*
 * A hardware breakpoint that follows main: set at its first instruction, moved to its return address when it is
 * called, and met when it returns, which is the last moment to see what it left below the stack pointer. Found without
 * symbols: the start code of glibc loads main's address into rdi before it calls __libc_start_main (System V ABI:
 * first argument). Every step may fail, and then nothing is lost but the variables of a main that returned.
 */
#include "process/proc.h"
#include "process/ptrace.h"
#include "supervise/run_internal.h"

#include <string.h>

enum {
    START_BYTES = 64, /* of _start looked at; glibc's is 34 to 46 bytes long */
    HARDWARE_BREAKPOINT = 4, /* TRAP_HWBKPT */
};

static bool is_call(const unsigned char *code)
{
    return (code[0] == 0xff && code[1] == 0x15)  /* call *disp32(%rip) */
           || code[0] == 0xe8                    /* call rel32 */
           || (code[0] == 0x67 && code[1] == 0xe8); /* the same, padded by the linker */
}

/* Find in _start at @p entry the instruction that loads main's address. */
static bool find_main(const unsigned char *code, uint64_t entry, struct tr_main_watch *ret)
{
    static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa}, clear_rbp[] = {0x31, 0xed};
    size_t at = memcmp(code, endbr64, sizeof(endbr64)) == 0 ? sizeof(endbr64) : 0;
    if (memcmp(code + at, clear_rbp, sizeof(clear_rbp)) != 0)
        return false;
    for (at += sizeof(clear_rbp); at + 7 + 6 <= START_BYTES; at++) {
        int32_t operand;
        memcpy(&operand, code + at + 3, sizeof(operand));
        uint64_t relative = entry + at + 7 + (uint64_t)(int64_t)operand;
        if (code[at] != 0x48 || !is_call(code + at + 7))
            continue;
        if (code[at + 1] == 0x8d && code[at + 2] == 0x3d) /* lea main(%rip),%rdi */
            *ret = (struct tr_main_watch){TR_MAIN_ENTRY, relative, 0, 0};
        else if (code[at + 1] == 0xc7 && code[at + 2] == 0xc7) /* mov $main,%rdi */
            *ret = (struct tr_main_watch){TR_MAIN_ENTRY, (uint64_t)(int64_t)operand, 0, 0};
        else if (code[at + 1] == 0x8b && code[at + 2] == 0x3d) /* mov main@GOTPCREL(%rip),%rdi: filled later */
            *ret = (struct tr_main_watch){TR_MAIN_START, entry, relative, 0};
        else
            continue;
        return true;
    }
    return false;
}

static void set(struct tr_run *run, struct tr_task *task, struct tr_main_watch watch)
{
    if (tr_ptrace_set_breakpoint(task->tid, watch.address))
        run->main_watch = watch;
    else
        run->main_watch.state = TR_MAIN_NONE;
}

void tr_main_watch_clear(struct tr_run *run, struct tr_task *task)
{
    if (run->main_watch.state == TR_MAIN_NONE || task->tid != run->root_pid)
        return;
    tr_ptrace_clear_breakpoint(task->tid);
    run->main_watch.state = TR_MAIN_NONE;
}

void tr_main_watch_set(struct tr_run *run, const struct tr_main_watch *watch)
{
    struct tr_task *leader = tr_task_find(run, run->root_pid);
    if (watch->state != TR_MAIN_NONE && leader && leader->state == TR_TASK_STOPPED)
        set(run, leader, *watch);
}

void tr_main_watch_exec(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers)
{
    struct tr_proc_auxv auxv;
    unsigned char code[START_BYTES];
    struct tr_main_watch watch;
    run->main_watch.state = TR_MAIN_NONE; /* exec has cleared the debug registers */
    if (registers->is_32bit || !tr_proc_auxv(task->tid, false, &auxv) || !auxv.entry)
        return;
    struct tr_memory *memory = tr_tracee_memory(task->tracee, task->tid);
    if (tr_memory_read(memory, auxv.entry, code, sizeof(code)) && find_main(code, auxv.entry, &watch))
        set(run, task, watch);
}

/* The breakpoint at _start: by now the loader has filled the slot. */
static void at_start(struct tr_run *run, struct tr_task *task)
{
    uint64_t address;
    if (tr_memory_read_u64(tr_tracee_memory(task->tracee, task->tid), run->main_watch.slot, &address))
        set(run, task, (struct tr_main_watch){TR_MAIN_ENTRY, address, 0, 0});
    else
        tr_main_watch_clear(run, task);
    tr_task_resume(run, task, 0);
}

static void at_entry(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers)
{
    uint64_t address, sp = registers->general.rsp;
    if (tr_memory_read_u64(tr_tracee_memory(task->tracee, task->tid), sp, &address))
        set(run, task, (struct tr_main_watch){TR_MAIN_RETURN, address, 0, sp + 8});
    else
        tr_main_watch_clear(run, task);
    tr_task_resume(run, task, 0);
}

static void at_return(struct tr_run *run, struct tr_task *task, const struct tr_registers *registers)
{
    if (registers->general.rsp != run->main_watch.sp) {
        tr_task_resume(run, task, 0); /* the same call, deeper in the stack: main is not done */
        return;
    }
    int code = (int)(registers->general.rax & 0xff);
    tr_main_watch_clear(run, task);
    if (code)
        tr_report_stop(run, task, TR_STOP_MAIN_RETURN, NULL, code, 0);
    else
        tr_task_resume(run, task, 0);
}

bool tr_main_watch_trap(struct tr_run *run, struct tr_task *task, const siginfo_t *info)
{
    struct tr_registers registers;
    if (run->main_watch.state == TR_MAIN_NONE || task->tid != run->root_pid || info->si_code != HARDWARE_BREAKPOINT
        || !tr_ptrace_at_breakpoint(task->tid) || !tr_ptrace_registers(task->tid, &registers)
        || registers.general.rip != run->main_watch.address)
        return false;
    switch (run->main_watch.state) {
    case TR_MAIN_START:
        at_start(run, task);
        break;
    case TR_MAIN_ENTRY:
        at_entry(run, task, &registers);
        break;
    default:
        at_return(run, task, &registers);
        break;
    }
    return true;
}
