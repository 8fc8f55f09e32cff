#include "session/sockets.h"

#include "base/str.h"
#include "base/utf8.h"
#include "process/proc.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTENING = 0x0a }; /* TCP_LISTEN of the kernel's include/net/tcp_states.h */

/* "0100007F:1F90": words of the address in the machine's byte order, the port in digits as they are read. */
static void add_address(struct tr_str *text, const char *hex)
{
    char shown[INET6_ADDRSTRLEN] = "?";
    uint32_t words[4];
    unsigned port = 0;
    const char *colon = strchr(hex, ':');
    size_t digits = colon ? (size_t)(colon - hex) : 0;
    for (size_t i = 0; i < digits / 8 && i < 4; i++) {
        char word[9] = "";
        memcpy(word, hex + i * 8, 8);
        words[i] = (uint32_t)strtoul(word, NULL, 16);
    }
    if (digits == 8 || digits == 32)
        inet_ntop(digits == 8 ? AF_INET : AF_INET6, words, shown, sizeof(shown));
    if (colon)
        port = (unsigned)strtoul(colon + 1, NULL, 16);
    tr_str_printf(text, digits == 32 ? "[%s]:%u" : "%s:%u", shown, port);
}

/* "sl local remote st …:… …:… retransmits uid timeout inode" */
static bool find_internet(const char *table, const char *name, uint64_t inode, struct tr_str *text)
{
    for (const char *line = strchr(table, '\n'); line; line = strchr(line + 1, '\n')) {
        char local[48], remote[48];
        unsigned state;
        uint64_t found;
        if (sscanf(line, " %*s %47s %47s %x %*s %*s %*s %*s %*s %" SCNu64, local, remote, &state, &found) != 4 ||
            found != inode)
            continue;
        tr_str_printf(text, "%s ", name);
        add_address(text, local);
        if (state == LISTENING) {
            tr_str_add_text(text, ", listening");
        } else if (strspn(remote, "0:") != strlen(remote)) {
            tr_str_add_text(text, " to ");
            add_address(text, remote);
        }
        return true;
    }
    return false;
}

/* "num: refs protocol flags type state inode path" */
static bool find_unix(const char *table, uint64_t inode, struct tr_str *text)
{
    for (const char *line = strchr(table, '\n'); line; line = strchr(line + 1, '\n')) {
        char path[128] = "";
        uint64_t found;
        if (sscanf(line, " %*s %*s %*s %*s %*s %*s %" SCNu64 "%*[ ]%127[^\n]", &found, path) < 1 || found != inode)
            continue;
        tr_str_add_text(text, path[0] ? "unix " : "unix");
        tr_str_add_escaped(text, path, strlen(path));
        return true;
    }
    return false;
}

const char *tr_socket_describe(struct tr_arena *arena, int pid, uint64_t inode)
{
    static const char *const tables[] = {"tcp", "tcp6", "udp", "udp6", "unix"};
    tr_auto_str struct tr_str text = {0};
    bool found = false;
    for (size_t i = 0; i < TR_COUNT(tables) && !found; i++) {
        char path[16];
        snprintf(path, sizeof(path), "net/%s", tables[i]);
        char *table = tr_proc_read(pid, path, NULL);
        if (table && strcmp(tables[i], "unix") == 0)
            found = find_unix(table, inode, &text);
        else if (table)
            found = find_internet(table, tables[i], inode, &text);
        free(table);
    }
    return found ? tr_arena_strdup(arena, tr_str_text(&text)) : NULL;
}
