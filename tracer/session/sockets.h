/* Sockets by inode, as /proc/PID/net tells them. Private to session/. */
#ifndef TR_SESSION_SOCKETS_H
#define TR_SESSION_SOCKETS_H

#include "base/arena.h"

#include <stdint.h>

/**
 * What is known of socket @p inode in the network of process @p pid: "tcp 127.0.0.1:8080, listening", "tcp 127.0.0.1:4000 to
 * 127.0.0.1:80", "unix /run/x". NULL when nothing. In @p arena.
 */
const char *tr_socket_describe(struct tr_arena *arena, int pid, uint64_t inode);

#endif
