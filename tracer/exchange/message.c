#include "exchange/message.h"

#include "base/limits.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

/* What travels before the text. Descriptors that are -1 are not sent; `present` tells which were. */
struct head {
    uint32_t type;
    int32_t value;
    uint32_t present;
};

void tr_message_init(struct tr_message *message, enum tr_message_type type)
{
    message->type = type;
    message->value = 0;
    message->text[0] = '\0';
    for (size_t i = 0; i < TR_MESSAGE_FDS; i++)
        message->fds[i] = -1;
}

void tr_message_deinit(struct tr_message *message)
{
    for (size_t i = 0; i < TR_MESSAGE_FDS; i++) {
        if (message->fds[i] >= 0)
            close(message->fds[i]);
        message->fds[i] = -1;
    }
}

union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * TR_MESSAGE_FDS)];
};

struct tr_error *tr_message_send(int socket, const struct tr_message *message)
{
    struct head head = {.type = message->type, .value = message->value};
    int fds[TR_MESSAGE_FDS];
    size_t count = 0;
    for (size_t i = 0; i < TR_MESSAGE_FDS; i++)
        if (message->fds[i] >= 0) {
            head.present |= 1u << i;
            fds[count++] = message->fds[i];
        }
    struct iovec parts[] = {{&head, sizeof(head)}, {(char *)message->text, strlen(message->text)}};
    union control control = {0};
    struct msghdr packet = {.msg_iov = parts, .msg_iovlen = TR_COUNT(parts)};
    if (count) {
        packet.msg_control = control.bytes;
        packet.msg_controllen = CMSG_SPACE(sizeof(int) * count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&packet);
        *header = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int) * count), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(header), fds, sizeof(int) * count);
    }
    ssize_t sent;
    do
        sent = sendmsg(socket, &packet, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? tr_error_system(errno, "cannot send to the analysis worker") : NULL;
}

/* Take the descriptors that came along; all of them are closed when their number does not fit the head. */
static bool take_descriptors(struct msghdr *packet, uint32_t present, struct tr_message *ret)
{
    int fds[TR_MESSAGE_FDS];
    size_t count = 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(packet); header; header = CMSG_NXTHDR(packet, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t here = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < here; i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (count < TR_MESSAGE_FDS)
                fds[count++] = fd;
            else
                close(fd);
        }
    }
    size_t used = 0;
    for (size_t i = 0; i < TR_MESSAGE_FDS; i++)
        if (present >> i & 1 && used < count)
            ret->fds[i] = fds[used++];
    if (used == count && count == (size_t)__builtin_popcount(present))
        return true;
    for (; used < count; used++)
        close(fds[used]);
    tr_message_deinit(ret);
    return false;
}

struct tr_error *tr_message_receive(int socket, bool wait, struct tr_message *ret, bool *ret_got, bool *ret_closed)
{
    struct head head;
    struct tr_message message;
    tr_message_init(&message, 0);
    struct iovec parts[] = {{&head, sizeof(head)}, {message.text, sizeof(message.text) - 1}};
    union control control;
    struct msghdr packet = {.msg_iov = parts, .msg_iovlen = TR_COUNT(parts), .msg_control = control.bytes,
                            .msg_controllen = sizeof(control.bytes)};
    ssize_t got;
    do
        got = recvmsg(socket, &packet, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
    while (got < 0 && errno == EINTR);
    *ret_got = false;
    *ret_closed = got == 0 || (got < 0 && (errno == ECONNRESET || errno == EPIPE));
    if (got <= 0)
        return got == 0 || *ret_closed || errno == EAGAIN ? NULL
                                                          : tr_error_system(errno, "cannot hear the analysis worker");
    if ((size_t)got < sizeof(head))
        return tr_error_make(TR_ERROR_MALFORMED, "a message of %zd bytes between tracerun's processes", got);
    message.type = head.type;
    message.value = head.value;
    message.text[(size_t)got - sizeof(head)] = '\0';
    if (!take_descriptors(&packet, head.present, &message))
        return tr_error_make(TR_ERROR_MALFORMED, "descriptors missing in a message between tracerun's processes");
    *ret = message;
    *ret_got = true;
    return NULL;
}

struct tr_error *tr_bulk_make(const struct tr_str *bytes, int *ret)
{
    tr_auto_close int fd = memfd_create("tracerun", MFD_CLOEXEC);
    if (fd < 0)
        return tr_error_system(errno, "cannot make a memory file");
    for (size_t done = 0; done < bytes->size;) {
        ssize_t wrote = write(fd, bytes->bytes + done, bytes->size - done);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return tr_error_system(errno, "cannot fill a memory file");
        done += (size_t)wrote;
    }
    *ret = tr_take_fd(fd);
    return NULL;
}

struct tr_error *tr_bulk_read(int fd, struct tr_str *ret)
{
    struct stat status;
    if (fstat(fd, &status) < 0)
        return tr_error_system(errno, "cannot examine a memory file");
    /* A worker gone wrong might hand over a pipe or a terminal, and reading that would block. */
    if (!S_ISREG(status.st_mode) || status.st_size > TR_LIMIT_MESSAGE_BYTES)
        return tr_error_make(TR_ERROR_MALFORMED, "a message of %lld bytes between tracerun's processes",
                             (long long)status.st_size);
    tr_auto_str struct tr_str bytes = {0};
    char buffer[65536];
    while (bytes.size < (size_t)status.st_size) {
        ssize_t got = pread(fd, buffer, sizeof(buffer), (off_t)bytes.size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return tr_error_system(errno, "cannot read a memory file");
        if (got == 0)
            break;
        tr_str_add(&bytes, buffer, (size_t)got);
    }
    *ret = bytes;
    bytes = (struct tr_str){0};
    return NULL;
}
