#include "session/file_locks.h"

#include "base/limits.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* One line: "1: FLOCK  ADVISORY  WRITE 9436 fe:00:11109081 0 EOF", with "->" before the type for a lock that is waited for. */
struct line {
    unsigned number;
    bool waits;
    char type[16];
    int pid;
};

static bool parse(const char *text, struct line *ret)
{
    const char *arrow = strstr(text, "->"), *colon = strchr(text, ':');
    char mandatory[16], mode[16];
    ret->waits = arrow != NULL;
    return colon && sscanf(text, "%u:", &ret->number) == 1 &&
           sscanf(arrow ? arrow + 2 : colon + 1, " %15s %15s %15s %d", ret->type, mandatory, mode, &ret->pid) == 4;
}

/* Waiters stand behind the lock that they wait for, under its number. */
static bool find_wait(const char *locks, int pid, struct tr_file_lock *ret)
{
    struct line line, owner = {0};
    unsigned lines = 0;
    for (const char *at = locks; at && *at && lines < TR_LIMIT_FILE_LOCKS; lines++) {
        char text[256];
        const char *end = strchrnul(at, '\n');
        snprintf(text, sizeof(text), "%.*s", (int)(end - at), at);
        at = *end ? end + 1 : NULL;
        if (!parse(text, &line))
            continue;
        if (!line.waits)
            owner = line;
        if (!line.waits || line.pid != pid || owner.number != line.number)
            continue;
        *ret = (struct tr_file_lock){pid, owner.pid, strcmp(line.type, "FLOCK") == 0 ? "flock" : "fcntl"};
        return true;
    }
    return false;
}

size_t tr_file_locks_waited_for(const char *locks, int pid, struct tr_file_lock ret[TR_FILE_LOCKS])
{
    size_t count = 0;
    for (bool known = false; count < TR_FILE_LOCKS && !known && find_wait(locks, pid, &ret[count]); count++) {
        pid = ret[count].owner;
        for (size_t i = 0; i <= count; i++)
            known |= ret[i].waiter == pid;
    }
    return count;
}
