#include "symbols/debuginfod.h"

#include "base/limits.h"
#include "base/clock.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY "libdebuginfod.so.1"
#define URLS "DEBUGINFOD_URLS"

/* debuginfod_find_debuginfo(3). */
struct client;
typedef int progress_fn(struct client *client, long done, long size);
struct library {
    void *handle;
    struct client *(*begin)(void);
    void (*end)(struct client *client);
    void (*set_progress)(struct client *client, progress_fn *progress);
    int (*find)(struct client *client, const unsigned char *build_id, int size, char **ret_path);
};

static int64_t deadline;

static int give_up_in_time(struct client *client, long done, long size)
{
    (void)client, (void)done, (void)size;
    return tr_now_ms() > deadline;
}

static bool load(struct library *library)
{
    library->handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library->handle)
        return false;
    *(void **)&library->begin = dlsym(library->handle, "debuginfod_begin");
    *(void **)&library->end = dlsym(library->handle, "debuginfod_end");
    *(void **)&library->set_progress = dlsym(library->handle, "debuginfod_set_progressfn");
    *(void **)&library->find = dlsym(library->handle, "debuginfod_find_debuginfo");
    return library->begin && library->end && library->set_progress && library->find;
}

int debuginfod_fetch(struct tr_arena *arena, const char *urls, const char *build_id, const char **ret_reason)
{
    struct library library = {0};
    if (!load(&library)) {
        *ret_reason = "debuginfod cannot be asked: " LIBRARY " is not installed";
        return -1;
    }
    deadline = tr_now_ms() + TR_LIMIT_DEBUGINFOD_MS;
    /* The library takes the servers from the environment; nothing else in this process is to find them there. */
    setenv(URLS, urls, 1);
    struct client *client = library.begin();
    int found = -ENOMEM;
    if (client) {
        library.set_progress(client, give_up_in_time);
        /* A size of 0: the build id is text. */
        found = library.find(client, (const unsigned char *)build_id, 0, NULL);
        library.end(client);
    }
    unsetenv(URLS);
    if (found >= 0)
        return found;
    *ret_reason = tr_now_ms() > deadline
                      ? "debuginfod was asked for it, and did not answer in time"
                      : tr_arena_printf(arena, "debuginfod was asked for it: %s", strerror(-found));
    return -1;
}
