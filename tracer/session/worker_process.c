#include "session/worker_process.h"

#include "base/cleanup.h"
#include "syscalls/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

enum { WORKER_SOCKET = 3 };

extern char **environ;

static const char *const places[] = {"tracerun-worker", "../libexec/tracerun/tracerun-worker"};

/* Beside our own executable in the build tree, in libexec when installed. */
static struct tr_error *find_program(char *path, size_t size)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length < 0)
        return tr_error_system(errno, "cannot read /proc/self/exe");
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    *slash = '\0';
    for (size_t i = 0; i < TR_COUNT(places); i++) {
        if ((size_t)snprintf(path, size, "%s/%s", self, places[i]) < size && access(path, X_OK) == 0)
            return NULL;
    }
    return tr_error_make(TR_ERROR_OTHER, "the analysis worker is missing: %s/%s; install tracerun again", self, places[1]);
}

static int spawn(const char *path, int socket, pid_t *ret)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO);
    /* dup2 to itself clears close-on-exec (posix_spawn(3)), so the socket's own number does not matter. */
    posix_spawn_file_actions_adddup2(&actions, socket, WORKER_SOCKET);
    posix_spawn_file_actions_addclosefrom_np(&actions, WORKER_SOCKET + 1);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    /* Its own group: the program's kill(0, …) must not reach it. */
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    char *const arguments[] = {(char *)"tracerun-worker", NULL};
    int error = posix_spawn(ret, path, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

struct tr_error *tr_worker_process_start(struct tr_worker_process *worker)
{
    char path[PATH_MAX];
    TR_TRY(find_program(path, sizeof(path)));
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) < 0)
        return tr_error_system(errno, "cannot make a socket for the analysis worker");
    /* Snapshots and requests are small packets, but a worker may send a few before it is heard. */
    int size = 1 << 20;
    setsockopt(sockets[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
    setsockopt(sockets[1], SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
    pid_t pid;
    int error = spawn(path, sockets[1], &pid);
    close(sockets[1]);
    if (error) {
        close(sockets[0]);
        return tr_error_system(error, "cannot start %s", path);
    }
    *worker = (struct tr_worker_process){.pid = pid, .socket = sockets[0]};
    return NULL;
}

static void await(struct tr_worker_process *worker)
{
    if (worker->ended)
        return;
    while (waitpid(worker->pid, &worker->status, 0) < 0 && errno == EINTR)
        ;
    worker->ended = true;
}

void tr_worker_process_end(struct tr_worker_process *worker)
{
    if (worker->socket >= 0)
        close(worker->socket);
    if (worker->pid > 0 && !worker->ended) {
        kill(worker->pid, SIGKILL);
        await(worker);
    }
    *worker = TR_WORKER_PROCESS_NONE;
}

const char *tr_worker_process_fate(struct tr_worker_process *worker, struct tr_arena *arena)
{
    await(worker);
    if (WIFSIGNALED(worker->status))
        return tr_arena_printf(arena, "was ended by %s", tr_signal_name(WTERMSIG(worker->status)));
    return tr_arena_printf(arena, "ended with status %d", WEXITSTATUS(worker->status));
}
