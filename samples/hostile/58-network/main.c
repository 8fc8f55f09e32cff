#include <arpa/inet.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static const struct {
    const char *name;
    int family, type, protocol;
} kinds[] = {
    {"tcp", AF_INET, SOCK_STREAM, 0},
    {"udp", AF_INET, SOCK_DGRAM, 0},
    {"raw", AF_INET, SOCK_RAW, IPPROTO_ICMP},
    {"packet", AF_PACKET, SOCK_DGRAM, 0},
    {"unix", AF_UNIX, SOCK_STREAM, 0},
    {"abstract", AF_UNIX, SOCK_DGRAM, 0},
    {"vsock", AF_VSOCK, SOCK_STREAM, 0},
    {"netlink", AF_NETLINK, SOCK_RAW, NETLINK_ROUTE},
};

static int talk(int kind, const char *mark)
{
    int fd = socket(kinds[kind].family, kinds[kind].type, kinds[kind].protocol);
    if (fd < 0)
        return 1;
    struct sockaddr_in inet = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    int abstract = strcmp(kinds[kind].name, "abstract") == 0;
    snprintf(local.sun_path + abstract, sizeof local.sun_path - 1, "%s%s", abstract ? "" : "/tmp/", mark);
    if (kinds[kind].family == AF_INET)
        (void)!sendto(fd, "x", 1, 0, (struct sockaddr *)&inet, sizeof inet);
    else if (kinds[kind].family == AF_UNIX)
        (void)!bind(fd, (struct sockaddr *)&local, sizeof local);
    return 99;
}

int main(int argc, char **argv)
{
    alarm(20);
    for (unsigned i = 0; argc > 2 && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(argv[1], kinds[i].name) == 0)
            return talk((int)i, argv[2]);
    return 2;
}
