#include "syscalls/arguments_internal.h"

#include "base/limits.h"

#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

TR_CONSTANTS(ipc_key, UINT32_MAX, false, TR_CONSTANT(IPC_PRIVATE));
TR_CONSTANTS(ipc_get, 0, false, TR_CONSTANT(IPC_CREAT), TR_CONSTANT(IPC_EXCL), TR_CONSTANT(IPC_NOWAIT));
TR_CHOICE(ipc_control, TR_CONSTANT(IPC_RMID), TR_CONSTANT(IPC_SET), TR_CONSTANT(IPC_STAT), TR_CONSTANT(IPC_INFO));
TR_FLAGS(shmat, TR_CONSTANT(SHM_RDONLY), TR_CONSTANT(SHM_RND), TR_CONSTANT(SHM_REMAP), TR_CONSTANT(SHM_EXEC));
TR_CHOICE(semaphore_control, TR_CONSTANT(IPC_RMID), TR_CONSTANT(IPC_SET), TR_CONSTANT(IPC_STAT), TR_CONSTANT(GETPID),
          TR_CONSTANT(GETVAL), TR_CONSTANT(GETALL), TR_CONSTANT(GETNCNT), TR_CONSTANT(GETZCNT), TR_CONSTANT(SETVAL),
          TR_CONSTANT(SETALL));
TR_FLAGS(message_queue, TR_CONSTANT(IPC_NOWAIT), TR_CONSTANT(MSG_NOERROR), TR_CONSTANT(MSG_EXCEPT),
         TR_CONSTANT(MSG_COPY));
TR_FLAGS(semaphore_flags, TR_CONSTANT(IPC_NOWAIT), TR_CONSTANT(SEM_UNDO));

/* What semop waits for; the count is the next argument. */
void tr_argument_sembufs(struct tr_decode *decode, uint64_t value)
{
    struct sembuf items[TR_LIMIT_SYSCALL_ITEMS];
    uint64_t count = tr_decode_next(decode), shown = count < TR_COUNT(items) ? count : TR_COUNT(items);
    if (!shown) {
        tr_decode_add_pointer(decode, value);
        return;
    }
    if (!tr_decode_read(decode, value, items, shown * sizeof(*items)))
        return;
    tr_str_add_char(decode->out, '[');
    for (size_t i = 0; i < shown; i++) {
        tr_str_printf(decode->out, "%s{%u, %d, ", i ? ", " : "", items[i].sem_num, items[i].sem_op);
        tr_constants_add(decode->out, &tr_constants_semaphore_flags, (uint16_t)items[i].sem_flg);
        tr_str_add_char(decode->out, '}');
    }
    tr_str_add_text(decode->out, shown < count ? ", …]" : "]");
}
