#include "syscalls/arguments_internal.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

TR_CHOICE(socket_domain, TR_CONSTANT(AF_UNSPEC), TR_CONSTANT(AF_UNIX), TR_CONSTANT(AF_INET), TR_CONSTANT(AF_INET6),
          TR_CONSTANT(AF_NETLINK), TR_CONSTANT(AF_PACKET), TR_CONSTANT(AF_ALG), TR_CONSTANT(AF_VSOCK),
          TR_CONSTANT(AF_BLUETOOTH), TR_CONSTANT(AF_CAN), TR_CONSTANT(AF_XDP));
/* SOCK_TYPE_MASK of linux/net.h. */
TR_CONSTANTS(socket_type, 0xf, false, TR_CONSTANT(SOCK_STREAM), TR_CONSTANT(SOCK_DGRAM), TR_CONSTANT(SOCK_RAW),
             TR_CONSTANT(SOCK_RDM), TR_CONSTANT(SOCK_SEQPACKET), TR_CONSTANT(SOCK_CLOEXEC), TR_CONSTANT(SOCK_NONBLOCK));
TR_FLAGS(socket_flags, TR_CONSTANT(SOCK_CLOEXEC), TR_CONSTANT(SOCK_NONBLOCK));
TR_CHOICE(socket_level, TR_CONSTANT(SOL_SOCKET), TR_CONSTANT(IPPROTO_IP), TR_CONSTANT(IPPROTO_TCP),
          TR_CONSTANT(IPPROTO_UDP), TR_CONSTANT(IPPROTO_IPV6));
TR_FLAGS(message, TR_CONSTANT(MSG_OOB), TR_CONSTANT(MSG_PEEK), TR_CONSTANT(MSG_DONTROUTE), TR_CONSTANT(MSG_CTRUNC),
         TR_CONSTANT(MSG_TRUNC), TR_CONSTANT(MSG_DONTWAIT), TR_CONSTANT(MSG_EOR), TR_CONSTANT(MSG_WAITALL),
         TR_CONSTANT(MSG_CONFIRM), TR_CONSTANT(MSG_ERRQUEUE), TR_CONSTANT(MSG_NOSIGNAL), TR_CONSTANT(MSG_MORE),
         TR_CONSTANT(MSG_WAITFORONE), TR_CONSTANT(MSG_FASTOPEN), TR_CONSTANT(MSG_CMSG_CLOEXEC));
TR_CHOICE(shutdown, TR_CONSTANT(SHUT_RD), TR_CONSTANT(SHUT_WR), TR_CONSTANT(SHUT_RDWR));

TR_CHOICE(socket_options, TR_CONSTANT(SO_DEBUG), TR_CONSTANT(SO_REUSEADDR), TR_CONSTANT(SO_TYPE), TR_CONSTANT(SO_ERROR),
          TR_CONSTANT(SO_DONTROUTE), TR_CONSTANT(SO_BROADCAST), TR_CONSTANT(SO_SNDBUF), TR_CONSTANT(SO_RCVBUF),
          TR_CONSTANT(SO_KEEPALIVE), TR_CONSTANT(SO_OOBINLINE), TR_CONSTANT(SO_PRIORITY), TR_CONSTANT(SO_LINGER),
          TR_CONSTANT(SO_REUSEPORT), TR_CONSTANT(SO_PASSCRED), TR_CONSTANT(SO_PEERCRED), TR_CONSTANT(SO_RCVLOWAT),
          TR_CONSTANT(SO_SNDLOWAT), TR_CONSTANT(SO_RCVTIMEO), TR_CONSTANT(SO_SNDTIMEO), TR_CONSTANT(SO_BINDTODEVICE),
          TR_CONSTANT(SO_TIMESTAMP), TR_CONSTANT(SO_ACCEPTCONN), TR_CONSTANT(SO_PROTOCOL), TR_CONSTANT(SO_DOMAIN));
TR_CHOICE(tcp_options, TR_CONSTANT(TCP_NODELAY), TR_CONSTANT(TCP_MAXSEG), TR_CONSTANT(TCP_CORK),
          TR_CONSTANT(TCP_KEEPIDLE), TR_CONSTANT(TCP_KEEPINTVL), TR_CONSTANT(TCP_KEEPCNT), TR_CONSTANT(TCP_DEFER_ACCEPT),
          TR_CONSTANT(TCP_INFO), TR_CONSTANT(TCP_QUICKACK), TR_CONSTANT(TCP_USER_TIMEOUT), TR_CONSTANT(TCP_FASTOPEN));

/* The option's name depends on the level, the argument before it. */
void tr_argument_socket_option(struct tr_decode *decode, uint64_t value)
{
    switch ((int32_t)decode->values[decode->index - 1]) {
    case SOL_SOCKET:
        tr_constants_add(decode->out, &tr_constants_socket_options, value);
        break;
    case IPPROTO_TCP:
        tr_constants_add(decode->out, &tr_constants_tcp_options, value);
        break;
    default:
        tr_argument_signed(decode, value);
    }
}

union address {
    struct sockaddr any;
    struct sockaddr_un un;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    struct sockaddr_nl netlink;
    struct sockaddr_storage storage;
};

static void add_unix(struct tr_decode *decode, const struct sockaddr_un *un, size_t size)
{
    size_t start = offsetof(struct sockaddr_un, sun_path);
    if (size > sizeof(*un))
        size = sizeof(*un);
    if (size <= start)
        return; /* unnamed */
    size -= start;
    tr_str_add_text(decode->out, ", sun_path=");
    if (un->sun_path[0]) {
        tr_decode_add_string(decode, un->sun_path, strnlen(un->sun_path, size));
    } else {
        tr_str_add_char(decode->out, '@'); /* abstract: the rest is the name, NULs included (unix(7)) */
        tr_decode_add_string(decode, un->sun_path + 1, size - 1);
    }
}

/* @p size bytes of @p address are valid, the rest is zero. */
static void add_address(struct tr_decode *decode, const union address *address, size_t size)
{
    char text[INET6_ADDRSTRLEN];
    tr_str_add_text(decode->out, "{sa_family=");
    tr_constants_add(decode->out, &tr_constants_socket_domain, address->any.sa_family);
    switch (address->any.sa_family) {
    case AF_UNIX:
        add_unix(decode, &address->un, size);
        break;
    case AF_INET:
        inet_ntop(AF_INET, &address->in.sin_addr, text, sizeof(text));
        tr_str_printf(decode->out, ", sin_port=htons(%u), sin_addr=inet_addr(\"%s\")", ntohs(address->in.sin_port), text);
        break;
    case AF_INET6:
        inet_ntop(AF_INET6, &address->in6.sin6_addr, text, sizeof(text));
        tr_str_printf(decode->out, ", sin6_port=htons(%u), inet_pton(AF_INET6, \"%s\", &sin6_addr)",
                      ntohs(address->in6.sin6_port), text);
        break;
    case AF_NETLINK:
        tr_str_printf(decode->out, ", nl_pid=%" PRIu32 ", nl_groups=0x%" PRIx32, address->netlink.nl_pid,
                      address->netlink.nl_groups);
        break;
    }
    tr_str_add_char(decode->out, '}');
}

static void add_address_at(struct tr_decode *decode, uint64_t value, uint32_t size)
{
    union address address = {0};
    if (size > sizeof(address))
        size = sizeof(address);
    if (!value || size < sizeof(address.any.sa_family))
        tr_decode_add_pointer(decode, value);
    else if (tr_decode_read(decode, value, &address, size))
        add_address(decode, &address, size);
}

/* The size is the next argument. */
void tr_argument_sockaddr(struct tr_decode *decode, uint64_t value)
{
    add_address_at(decode, value, (uint32_t)tr_decode_next(decode));
}

/* The next argument points to the size. */
void tr_argument_sockaddr_out(struct tr_decode *decode, uint64_t value)
{
    uint32_t size;
    if (!value || !decode->memory || !tr_memory_read(decode->memory, tr_decode_next(decode), &size, sizeof(size)))
        tr_decode_add_pointer(decode, value);
    else
        add_address_at(decode, value, size);
}
