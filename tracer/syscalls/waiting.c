#include "syscalls/arguments_internal.h"

#include "base/limits.h"

#include <inttypes.h>
#include <linux/futex.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>

/* The private flag counts as part of the operation. */
#define FUTEX(name) TR_CONSTANT(FUTEX_##name), TR_CONSTANT(FUTEX_##name##_PRIVATE)

TR_CONSTANTS(futex, 0xff, false, FUTEX(WAIT), FUTEX(WAKE), TR_CONSTANT(FUTEX_FD), FUTEX(REQUEUE), FUTEX(CMP_REQUEUE),
             FUTEX(WAKE_OP), FUTEX(LOCK_PI), FUTEX(UNLOCK_PI), FUTEX(TRYLOCK_PI), FUTEX(WAIT_BITSET), FUTEX(WAKE_BITSET),
             FUTEX(WAIT_REQUEUE_PI), FUTEX(CMP_REQUEUE_PI), FUTEX(LOCK_PI2), TR_CONSTANT(FUTEX_CLOCK_REALTIME));
TR_CHOICE(epoll_control, TR_CONSTANT(EPOLL_CTL_ADD), TR_CONSTANT(EPOLL_CTL_DEL), TR_CONSTANT(EPOLL_CTL_MOD));
/* EPOLL_CLOEXEC, SFD_, TFD_, IN_ and O_ are all the same bits. */
TR_FLAGS(descriptor, {EFD_CLOEXEC, "O_CLOEXEC"}, {EFD_NONBLOCK, "O_NONBLOCK"});
TR_FLAGS(eventfd, TR_CONSTANT(EFD_SEMAPHORE), TR_CONSTANT(EFD_CLOEXEC), TR_CONSTANT(EFD_NONBLOCK));
TR_FLAGS(poll_events, TR_CONSTANT(POLLIN), TR_CONSTANT(POLLPRI), TR_CONSTANT(POLLOUT), TR_CONSTANT(POLLERR),
         TR_CONSTANT(POLLHUP), TR_CONSTANT(POLLNVAL), TR_CONSTANT(POLLRDHUP), TR_CONSTANT(POLLRDNORM),
         TR_CONSTANT(POLLRDBAND), TR_CONSTANT(POLLWRNORM), TR_CONSTANT(POLLWRBAND));
TR_FLAGS(epoll_events, TR_CONSTANT(EPOLLIN), TR_CONSTANT(EPOLLPRI), TR_CONSTANT(EPOLLOUT), TR_CONSTANT(EPOLLERR),
         TR_CONSTANT(EPOLLHUP), TR_CONSTANT(EPOLLRDHUP), TR_CONSTANT(EPOLLEXCLUSIVE), TR_CONSTANT(EPOLLWAKEUP),
         TR_CONSTANT(EPOLLONESHOT), TR_CONSTANT(EPOLLET));

/* The count is the next argument. */
void tr_argument_pollfds(struct tr_decode *decode, uint64_t value)
{
    struct pollfd items[TR_LIMIT_SYSCALL_ITEMS];
    uint64_t count = (uint32_t)tr_decode_next(decode), shown = count < TR_COUNT(items) ? count : TR_COUNT(items);
    if (!shown) {
        tr_decode_add_pointer(decode, value);
        return;
    }
    if (!tr_decode_read(decode, value, items, shown * sizeof(*items)))
        return;
    tr_str_add_char(decode->out, '[');
    for (size_t i = 0; i < shown; i++) {
        tr_str_add_text(decode->out, i ? ", {fd=" : "{fd=");
        tr_decode_add_fd(decode, items[i].fd);
        tr_str_add_text(decode->out, ", events=");
        tr_constants_add(decode->out, &tr_constants_poll_events, (uint16_t)items[i].events);
        tr_str_add_char(decode->out, '}');
    }
    tr_str_add_text(decode->out, shown < count ? ", …]" : "]");
}

/* The first argument of select says how many bits count. */
void tr_argument_fdset(struct tr_decode *decode, uint64_t value)
{
    uint64_t words[FD_SETSIZE / 64];
    int32_t bits = (int32_t)decode->values[0];
    if (bits > FD_SETSIZE)
        bits = FD_SETSIZE;
    if (bits <= 0) {
        tr_decode_add_pointer(decode, value);
        return;
    }
    if (!tr_decode_read(decode, value, words, ((size_t)bits + 63) / 64 * 8))
        return;
    tr_str_add_char(decode->out, '[');
    unsigned shown = 0;
    for (int32_t fd = 0; fd < bits; fd++) {
        if (!(words[fd / 64] >> (fd % 64) & 1))
            continue;
        if (shown)
            tr_str_add_char(decode->out, ' ');
        if (shown++ == TR_LIMIT_SYSCALL_ITEMS) {
            tr_str_add_text(decode->out, "…");
            break;
        }
        tr_decode_add_fd(decode, fd);
    }
    tr_str_add_char(decode->out, ']');
}

void tr_argument_epoll_event(struct tr_decode *decode, uint64_t value)
{
    struct epoll_event event;
    if (!tr_decode_read(decode, value, &event, sizeof(event)))
        return;
    tr_str_add_text(decode->out, "{events=");
    tr_constants_add(decode->out, &tr_constants_epoll_events, event.events);
    tr_str_printf(decode->out, ", data=0x%" PRIx64 "}", (uint64_t)event.data.u64);
}

/* What the last three arguments of futex are depends on the operation, the second one (futex(2)). */
static int futex_operation(const struct tr_decode *decode) { return decode->values[1] & FUTEX_CMD_MASK; }

void tr_argument_futex_timeout(struct tr_decode *decode, uint64_t value)
{
    switch (futex_operation(decode)) {
    case FUTEX_WAIT: case FUTEX_WAIT_BITSET: case FUTEX_LOCK_PI: case FUTEX_LOCK_PI2: case FUTEX_WAIT_REQUEUE_PI:
        tr_argument_timespec(decode, value);
        break;
    case FUTEX_REQUEUE: case FUTEX_CMP_REQUEUE: case FUTEX_CMP_REQUEUE_PI: case FUTEX_WAKE_OP:
        tr_argument_unsigned(decode, value);
        break;
    }
}

void tr_argument_futex_second(struct tr_decode *decode, uint64_t value)
{
    switch (futex_operation(decode)) {
    case FUTEX_REQUEUE: case FUTEX_CMP_REQUEUE: case FUTEX_CMP_REQUEUE_PI: case FUTEX_WAKE_OP: case FUTEX_WAIT_REQUEUE_PI:
        tr_argument_pointer(decode, value);
        break;
    }
}

void tr_argument_futex_third(struct tr_decode *decode, uint64_t value)
{
    switch (futex_operation(decode)) {
    case FUTEX_WAIT_BITSET: case FUTEX_WAKE_BITSET:
        if ((uint32_t)value == FUTEX_BITSET_MATCH_ANY)
            tr_str_add_text(decode->out, "FUTEX_BITSET_MATCH_ANY");
        else
            tr_argument_hex(decode, (uint32_t)value);
        break;
    case FUTEX_CMP_REQUEUE: case FUTEX_CMP_REQUEUE_PI: case FUTEX_WAKE_OP:
        tr_argument_hex(decode, (uint32_t)value);
        break;
    }
}
