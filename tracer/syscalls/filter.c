#include "syscalls/filter.h"

#include "base/cleanup.h"

#include <linux/seccomp.h>
#include <string.h>

#include "filter_programs.inc"

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* struct sock_fprog wants a writable pointer; the kernel only reads. */
#define PROGRAM(array) {.len = TR_COUNT(array), .filter = (struct sock_filter *)(uintptr_t)(array)}

static const struct sock_fprog programs[] = {
    [TR_FILTER_NONE] = PROGRAM(none_code),
    [TR_FILTER_DEFAULT] = PROGRAM(default_code),
    [TR_FILTER_ALL] = PROGRAM(all_code),
    [TR_FILTER_SANITIZER] = PROGRAM(sanitizer_code),
};

const struct sock_fprog *tr_filter_program(enum tr_filter_kind kind) { return &programs[kind]; }

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_LOW(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define LOAD_HIGH(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]) + 4)
#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (yes), (no))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))

enum { MEMORY_LEAST = 256 << 10 };

/* Jumps are counted from the next instruction; the last two are where all of them end. */
static const struct sock_filter memory_code[] = {
    LOAD(arch),
    IF(BPF_JEQ, AUDIT_ARCH_X86_64, 0, 20),
    LOAD(nr),
    IF(BPF_JEQ, SYS_brk, 13, 0),
    IF(BPF_JEQ, SYS_mmap, 2, 0),
    IF(BPF_JEQ, SYS_mremap, 7, 0),
    IF(BPF_JEQ, SYS_mprotect, 0, 15),
    LOAD_LOW(2), /* mmap, mprotect: what is to be allowed; a library's code and constants are not counted */
    IF(BPF_JSET, PROT_WRITE, 0, 13),
    LOAD_HIGH(1), /* mmap, mprotect: the length */
    IF(BPF_JEQ, 0, 0, 10),
    LOAD_LOW(1),
    IF(BPF_JGE, MEMORY_LEAST, 8, 9),
    LOAD_HIGH(2), /* mremap: the new length */
    IF(BPF_JEQ, 0, 0, 6),
    LOAD_LOW(2),
    IF(BPF_JGE, MEMORY_LEAST, 4, 5),
    LOAD_HIGH(0), /* brk(0) asks where the break is: each start does */
    IF(BPF_JEQ, 0, 0, 2),
    LOAD_LOW(0),
    IF(BPF_JEQ, 0, 1, 0),
    RETURN(SECCOMP_RET_TRACE | TR_MARK_MEMORY),
    RETURN(SECCOMP_RET_ALLOW),
};

const struct sock_fprog *tr_filter_memory(void)
{
    static const struct sock_fprog program = PROGRAM(memory_code);
    return &program;
}

bool tr_filter_append(struct sock_fprog *joined, const struct sock_fprog *program)
{
    if (joined->len + program->len > TR_FILTER_MOST_INSTRUCTIONS)
        return false;
    for (unsigned i = 0; i < joined->len; i++) {
        struct sock_filter *code = &joined->filter[i];
        if (code->code == (BPF_RET | BPF_K) && code->k == SECCOMP_RET_ALLOW)
            *code = (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, joined->len - i - 1);
    }
    memcpy(joined->filter + joined->len, program->filter, program->len * sizeof(*program->filter));
    joined->len = (unsigned short)(joined->len + program->len);
    return true;
}
