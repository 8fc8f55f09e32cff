#include "analysis/futex_wait.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>

size_t tr_stop_thread_index(const struct tr_stop *stop, int tid)
{
    for (size_t i = 0; i < stop->thread_count; i++)
        if (stop->threads[i].tid == tid)
            return i;
    return SIZE_MAX;
}

/*
 * pthread_join waits for the thread's number to go from the word, with a wait that could be of a shared semaphore, condition
 * or future as well: those wait for other values.
 */
static bool is_join(const struct user_regs_struct *general, const struct tr_stop *stop, uint32_t word)
{
    bool is_there = tr_stop_thread_index(stop, (int)general->rdx) != SIZE_MAX || stop->omitted_threads;
    return (general->rsi & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET && !(general->rsi & FUTEX_PRIVATE_FLAG) &&
           (int)general->rdx > 0 && is_there && (word == 0 || word == (uint32_t)general->rdx);
}

bool tr_futex_wait_of(const struct tr_stop_thread *thread, const struct tr_stop *stop, struct tr_memory *memory, struct tr_futex_wait *ret)
{
    const struct user_regs_struct *general = &thread->registers.general;
    uint64_t operation = general->rsi & FUTEX_CMD_MASK;
    bool is_pi = operation == FUTEX_LOCK_PI || operation == FUTEX_LOCK_PI2;
    uint32_t words[3] = {0}; /* pthread_mutex_t: lock, count, owner */
    if (!thread->has_registers || !thread->in_syscall || general->orig_rax != SYS_futex ||
        (operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET && !is_pi))
        return false;
    *ret = (struct tr_futex_wait){.address = general->rdi, .is_timed = general->r10 != 0};
    if (!tr_memory_read(memory, ret->address, words, sizeof(words)))
        return true;
    ret->is_join = is_join(general, stop, words[0]);
    if (ret->is_join) {
        ret->owner = (int)general->rdx;
        return true;
    }
    ret->owner = (int)(is_pi ? words[0] & FUTEX_TID_MASK : words[2]);
    ret->is_tid = ret->owner && (words[0] & FUTEX_TID_MASK) == (uint32_t)ret->owner;
    ret->is_shared = !(general->rsi & FUTEX_PRIVATE_FLAG);
    return true;
}

/* Names that end in '<' or ':' are beginnings. */
static const struct lock_function {
    const char *name, *kind;
} functions[] = {
    {"pthread_mutex_lock", "mutex"},
    {"pthread_mutex_cond_lock", "mutex"},
    {"pthread_mutex_timedlock", "mutex"},
    {"pthread_mutex_clocklock", "mutex"},
    {"pthread_mutex_clocklock_common", "mutex"},
    {"std::mutex::lock", "mutex"},
    {"pthread_rwlock_rdlock", "rwlock"},
    {"pthread_rwlock_wrlock", "rwlock"},
    {"pthread_rwlock_timedrdlock", "rwlock"},
    {"pthread_rwlock_timedwrlock", "rwlock"},
    {"pthread_rwlock_clockrdlock", "rwlock"},
    {"pthread_rwlock_clockwrlock", "rwlock"},
    {"pthread_cond_wait", "condition"},
    {"pthread_cond_timedwait", "condition"},
    {"pthread_cond_clockwait", "condition"},
    {"std::condition_variable::wait", "condition"},
    {"sem_wait", "semaphore"},
    {"sem_timedwait", "semaphore"},
    {"sem_clockwait", "semaphore"},
    {"new_sem_wait", "semaphore"},
    {"new_sem_wait_slow64", "semaphore"},
    {"new_sem_wait_slow", "semaphore"},
    {"std::counting_semaphore<", "semaphore"},
    {"pthread_barrier_wait", "barrier"},
    {"std::barrier<", "barrier"},
    {"std::latch::", "latch"},
    {"pthread_once_slow", "once"},
    {"cxa_guard_acquire", "static"},
    {"std::__atomic_futex_unsigned_base::", "future"},
    {"std::atomic_flag::", "atomic"},
    {"std::atomic<", "atomic"},
    {"std::__atomic_base<", "atomic"},
    {"pthread_join", "thread"},
    {"pthread_clockjoin_ex", "thread"},
    {"std::thread::join", "thread"},
};

static bool is_named(const char *name, const char *wanted)
{
    size_t size = strlen(wanted);
    bool is_beginning = wanted[size - 1] == '<' || wanted[size - 1] == ':';
    return is_beginning ? strncmp(name, wanted, size) == 0 : strcmp(name, wanted) == 0;
}

const char *tr_futex_kind(const struct tr_thread *thread, const struct tr_futex_wait *wait)
{
    if (wait->is_join)
        return "thread";
    TR_EACH(const struct tr_frame, frame, &thread->frames)
    {
        if (frame->user == TR_TRUE)
            break;
        const char *name = frame->function ? frame->function : "";
        name += strspn(name, "_");
        for (size_t i = 0; i < TR_COUNT(functions); i++)
            if (is_named(name, functions[i].name))
                return functions[i].kind;
    }
    /* pthread_mutex_lock of sorts other than the plain one goes through a function without a name. */
    return wait->is_tid ? "mutex" : "futex";
}

/* __cur_writer of pthread_rwlock_t, at 24; the words that threads wait for lie at 8 and 12. */
int tr_rwlock_writer(struct tr_memory *memory, uint64_t futex)
{
    uint64_t start = futex & ~UINT64_C(7);
    uint32_t writer;
    return tr_memory_read(memory, start - 8 + 24, &writer, sizeof(writer)) ? (int)writer : 0;
}

/* __readers of pthread_rwlock_t, at 0, counts from bit 3 on (glibc, nptl/pthread_rwlock_common.c). */
uint32_t tr_rwlock_readers(struct tr_memory *memory, uint64_t futex)
{
    enum { PHASES = 3 };
    uint64_t start = (futex & ~UINT64_C(7)) - 8;
    uint32_t readers;
    return tr_memory_read(memory, start, &readers, sizeof(readers)) ? readers >> PHASES : 0;
}

/* Words of pthread_cond_t that threads wait for lie at 40 and 44, of pthread_rwlock_t at 8 and 12, of pthread_barrier_t at 4. */
uint64_t tr_lock_reach(const char *kind)
{
    static const struct {
        const char *kind;
        uint64_t bytes;
    } reaches[] = {{"condition", 44}, {"rwlock", 12}, {"barrier", 4}};
    for (size_t i = 0; i < TR_COUNT(reaches); i++)
        if (strcmp(kind, reaches[i].kind) == 0)
            return reaches[i].bytes;
    return 0;
}
