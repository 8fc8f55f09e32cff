/*
 * Messages between supervisor and analysis worker: small packets over a SOCK_SEQPACKET pair, with descriptors beside them.
 * What is large travels as a memfd, so a packet never blocks and is never torn.
 *
 *   supervisor -> worker   REQUEST  descriptors: the request (memfd), then /proc/PID/mem and /proc/PID/exe, -1 where missing
 *                          OPENED   value: 0 with one descriptor, or -errno
 *   worker -> supervisor   STEP     text: what is being done now
 *                          OPEN     value: enum tr_file_purpose, text: path
 *                          SNAPSHOT descriptor: the report so far (memfd, model/codec.h)
 *                          DONE     the last snapshot is final
 */
#ifndef TR_EXCHANGE_MESSAGE_H
#define TR_EXCHANGE_MESSAGE_H

#include "base/error.h"
#include "base/str.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum tr_message_type {
    TR_MESSAGE_REQUEST = 1,
    TR_MESSAGE_OPENED,
    TR_MESSAGE_STEP,
    TR_MESSAGE_OPEN,
    TR_MESSAGE_SNAPSHOT,
    TR_MESSAGE_DONE,
};

enum { TR_MESSAGE_FDS = 3 };

struct tr_message {
    enum tr_message_type type;
    int32_t value;
    char text[PATH_MAX];       /* NUL-terminated */
    int fds[TR_MESSAGE_FDS];   /* in a received message owned by the receiver; -1 in unused places */
};

/** A message of @p type with nothing else in it. */
void tr_message_init(struct tr_message *message, enum tr_message_type type);

/** Close the descriptors of a received message that have not been taken (set to -1). */
void tr_message_deinit(struct tr_message *message);

/** Send; descriptors are borrowed. Does not block: a full socket is an error, the other side is not reading. */
struct tr_error *tr_message_send(int socket, const struct tr_message *message) TR_MUST_USE;

/**
 * Receive one message.
 *
 * @param wait        block until there is one.
 * @param[out] ret    ended with tr_message_deinit(); unchanged unless *ret_got.
 * @param[out] ret_got  false when there is none (without @p wait) or the other side has closed.
 * @param[out] ret_closed  the other side is gone.
 */
struct tr_error *tr_message_receive(int socket, bool wait, struct tr_message *ret, bool *ret_got,
                                    bool *ret_closed) TR_MUST_USE;

/** Put @p bytes into a memfd. @param[out] ret owned by the caller. */
struct tr_error *tr_bulk_make(const struct tr_str *bytes, int *ret) TR_MUST_USE;

/** Read a memfd of the other side whole, at most TR_LIMIT_MESSAGE_BYTES; a copy, since the other side may still write. */
struct tr_error *tr_bulk_read(int fd, struct tr_str *ret) TR_MUST_USE;

#endif
