#include "supervise/capture.h"

#include "base/cleanup.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "supervise/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static struct tr_error *open_file(const char *path, int flags, int *ret)
{
    int fd = tr_descriptor_high(open(path, flags | O_CLOEXEC | O_NOCTTY, 0666));
    if (fd < 0)
        return tr_error_system(errno, "cannot open %s", path);
    *ret = fd;
    return NULL;
}

static struct tr_error *open_pipe(struct tr_stream *stream)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return tr_error_system(errno, "cannot make a pipe");
    stream->fd = tr_descriptor_high(ends[0]);
    stream->program = tr_descriptor_high(ends[1]);
    /* Only our end: the program's must block as a pipe from a shell would. */
    fcntl(stream->fd, F_SETFL, O_NONBLOCK);
    return NULL;
}

static void copy_size(int terminal)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    for (int fd = 0; fd <= 2; fd++)
        if (ioctl(fd, TIOCGWINSZ, &size) == 0)
            break;
    ioctl(terminal, TIOCSWINSZ, &size);
}

static struct tr_error *open_terminal(struct tr_stream *stream)
{
    stream->fd = tr_descriptor_high(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
    if (stream->fd < 0 || grantpt(stream->fd) < 0 || unlockpt(stream->fd) < 0)
        return tr_error_system(errno, "cannot make a pseudo-terminal");
    stream->terminal = tr_descriptor_high(ioctl(stream->fd, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (stream->terminal < 0)
        return tr_error_system(errno, "cannot open a pseudo-terminal");
    /* The same bytes as without a terminal: no carriage return before each newline. */
    struct termios modes;
    if (tcgetattr(stream->terminal, &modes) == 0) {
        modes.c_oflag &= ~(tcflag_t)OPOST;
        tcsetattr(stream->terminal, TCSANOW, &modes);
    }
    copy_size(stream->terminal);
    stream->program = fcntl(stream->terminal, F_DUPFD_CLOEXEC, 3);
    return NULL;
}

/* An open file of our own for the same pipe or terminal, so that it can be made not to block without that being seen by
 * others who have it open. */
static void make_patient(struct tr_stream *stream)
{
    char path[64];
    struct stat status;
    if (fstat(stream->copy, &status) < 0)
        return;
    stream->patient = S_ISREG(status.st_mode);
    if (!S_ISFIFO(status.st_mode) && !S_ISCHR(status.st_mode))
        return;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", stream->copy);
    int fd = tr_descriptor_high(open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (fd < 0)
        return;
    close(stream->copy);
    stream->copy = fd;
    stream->patient = true;
}

/* @p number is the stream's descriptor in the program, and in tracerun. */
static struct tr_error *open_output(struct tr_stream *stream, const struct tr_run_options *options, int number,
                                    int file)
{
    bool relay = !options->capture && (options->pty || options->limits[TR_BOUND_OUTPUT].value);
    if (!options->capture && !relay) {
        stream->program = file;
        return NULL;
    }
    stream->keep = options->capture;
    stream->copy = file;
    if (relay && file < 0 && (stream->copy = fcntl(number, F_DUPFD_CLOEXEC, 3)) < 0)
        return NULL; /* it is closed */
    bool terminal = options->pty || (relay && isatty(stream->copy));
    if (stream->copy >= 0)
        make_patient(stream);
    return terminal ? open_terminal(stream) : open_pipe(stream);
}

static bool same_file(int first, int second)
{
    struct stat one, other;
    return fstat(first, &one) == 0 && fstat(second, &other) == 0 && one.st_dev == other.st_dev
           && one.st_ino == other.st_ino && one.st_rdev == other.st_rdev;
}

/* What goes to one place keeps its order only through one pipe. */
static void join(struct tr_stream *output, struct tr_stream *error)
{
    if (output->keep || output->fd < 0 || error->fd < 0 || !same_file(output->copy, error->copy))
        return;
    close_fd(&error->fd);
    close_fd(&error->copy);
    close_fd(&error->program);
    close_fd(&error->terminal);
    error->program = fcntl(output->program, F_DUPFD_CLOEXEC, 3);
}

/* One file for both streams must be one open file, or each would overwrite what the other wrote. */
static void share(int output, int *error)
{
    if (output < 0 || *error < 0 || !same_file(output, *error))
        return;
    close(*error);
    *error = fcntl(output, F_DUPFD_CLOEXEC, 3);
}

void tr_streams_init(struct tr_streams *streams)
{
    static const struct tr_stream closed = {.fd = -1, .program = -1, .copy = -1, .terminal = -1};
    *streams = (struct tr_streams){
        .output = closed, .error = closed, .input = -1, .input_start = -1, .input_end = -1, .most = UINT64_MAX};
}

struct tr_error *tr_streams_open(struct tr_streams *streams, const struct tr_run_options *options)
{
    if (options->limits[TR_BOUND_OUTPUT].value)
        streams->most = (uint64_t)options->limits[TR_BOUND_OUTPUT].value;
    if (options->stdin_path)
        TR_TRY(open_file(options->stdin_path, O_RDONLY, &streams->input));
    struct stat status;
    int input = streams->input >= 0 ? streams->input : 0;
    if (fstat(input, &status) == 0 && S_ISREG(status.st_mode))
        streams->input_start = lseek(input, 0, SEEK_CUR);
    tr_auto_close int output = -1;
    tr_auto_close int error = -1;
    if (options->stdout_path)
        TR_TRY(open_file(options->stdout_path, O_WRONLY | O_CREAT | O_TRUNC, &output));
    if (options->stderr_path)
        TR_TRY(open_file(options->stderr_path, O_WRONLY | O_CREAT | O_TRUNC, &error));
    share(output, &error);
    TR_TRY(open_output(&streams->output, options, STDOUT_FILENO, tr_take_fd(output)));
    TR_TRY(open_output(&streams->error, options, STDERR_FILENO, tr_take_fd(error)));
    join(&streams->output, &streams->error);
    return NULL;
}

int tr_streams_redirect(const struct tr_streams *streams)
{
    const int from[] = {streams->input, streams->output.program, streams->error.program};
    for (int fd = 0; fd <= 2; fd++)
        if (from[fd] >= 0 && dup2(from[fd], fd) < 0)
            return errno;
    return 0;
}

void tr_streams_launched(struct tr_streams *streams)
{
    close_fd(&streams->output.program);
    close_fd(&streams->error.program);
}

/* Nobody reads what is passed on: the program is to learn of it as from that reader, unless the report wants the rest. */
static void drop_copy(struct tr_stream *stream)
{
    close_fd(&stream->copy);
    stream->done = stream->size = 0;
    if (!stream->keep)
        close_fd(&stream->fd);
}

/* Write some of what is pending. @return whether anything could be written, or nothing ever will. */
static bool pass_on(struct tr_stream *stream)
{
    size_t size = stream->size - stream->done;
    /* A pipe that is ready takes as much without blocking (POSIX, PIPE_BUF). */
    if (!stream->patient && size > PIPE_BUF)
        size = PIPE_BUF;
    ssize_t written = write(stream->copy, stream->pending + stream->done, size);
    if (written < 0 && (errno == EAGAIN || errno == EINTR))
        return errno == EINTR;
    if (written < 0)
        drop_copy(stream);
    else
        stream->done += (size_t)written;
    return true;
}

static bool has_pending(const struct tr_stream *stream) { return stream->done < stream->size; }

int tr_stream_wants(const struct tr_stream *stream, bool *ret_writes)
{
    *ret_writes = has_pending(stream);
    return *ret_writes ? stream->copy : stream->fd;
}

/* What is beyond the limit is counted only. */
static void take(struct tr_streams *streams, struct tr_stream *stream, size_t size)
{
    uint64_t left = streams->bytes < streams->most ? streams->most - streams->bytes : 0;
    streams->bytes += size;
    if (size > left)
        size = (size_t)left;
    if (stream->keep)
        tr_kept_add(&stream->kept, stream->pending, size);
    stream->done = 0;
    stream->size = stream->copy >= 0 ? size : 0;
}

bool tr_stream_go_on(struct tr_streams *streams, struct tr_stream *stream)
{
    if (has_pending(stream))
        return pass_on(stream);
    if (!stream->pending && !(stream->pending = malloc(TR_STREAM_PENDING)))
        tr_fatal("out of memory");
    ssize_t got = read(stream->fd, stream->pending, TR_STREAM_PENDING);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return errno == EINTR;
    if (got <= 0) {
        close_fd(&stream->fd);
        return false;
    }
    take(streams, stream, (size_t)got);
    while (has_pending(stream) && stream->patient && pass_on(stream)) {
    }
    return true;
}

/* Pass on all that is pending. @return what was dropped since nobody took it for @p patience_ms. */
static uint64_t flush(struct tr_stream *stream, int patience_ms)
{
    while (has_pending(stream)) {
        struct pollfd ready = {.fd = stream->copy, .events = POLLOUT};
        int count = poll(&ready, 1, patience_ms);
        if (count > 0)
            pass_on(stream);
        else if (count == 0 || errno != EINTR)
            break;
    }
    uint64_t dropped = stream->size - stream->done;
    stream->done = stream->size;
    return dropped;
}

uint64_t tr_streams_drain(struct tr_streams *streams, int patience_ms)
{
    struct tr_stream *all[] = {&streams->output, &streams->error};
    uint64_t dropped = 0;
    for (size_t i = 0; i < TR_COUNT(all); i++) {
        /* A process that was left alone may write as fast as we read: at most what a pipe can hold by now, many times
         * over. */
        for (unsigned turns = 0; turns < 1024 && !dropped; turns++) {
            dropped += flush(all[i], patience_ms);
            if (all[i]->fd < 0 || !tr_stream_go_on(streams, all[i]))
                break;
        }
        dropped += flush(all[i], patience_ms);
    }
    return dropped;
}

void tr_streams_serve(struct tr_streams *streams)
{
    enum { MOST = 64 };
    struct tr_stream *all[] = {&streams->output, &streams->error};
    for (size_t i = 0; i < TR_COUNT(all); i++) {
        for (unsigned turns = 0; turns < MOST; turns++) {
            bool writes;
            struct pollfd ready = {.fd = tr_stream_wants(all[i], &writes)};
            ready.events = writes ? POLLOUT : POLLIN;
            if (ready.fd < 0 || poll(&ready, 1, 0) <= 0 || !tr_stream_go_on(streams, all[i]))
                break;
        }
    }
}

bool tr_streams_take(const struct tr_streams *streams, int tid, const struct tr_registers *registers)
{
    const int ours[] = {streams->output.fd, streams->error.fd};
    char path[64];
    struct stat theirs, own;
    if (registers->general.orig_rax != SYS_write && registers->general.orig_rax != SYS_writev)
        return false;
    snprintf(path, sizeof(path), "/proc/%d/fd/%d", tid, (int)registers->general.rdi);
    if (stat(path, &theirs) < 0)
        return false;
    for (size_t i = 0; i < TR_COUNT(ours); i++)
        if (ours[i] >= 0 && fstat(ours[i], &own) == 0 && own.st_ino == theirs.st_ino && own.st_dev == theirs.st_dev)
            return true;
    return false;
}

void tr_streams_input_done(struct tr_streams *streams)
{
    int input = streams->input >= 0 ? streams->input : 0;
    struct stat status;
    if (streams->input_start < 0 || fstat(input, &status) < 0)
        return;
    /* The description is shared with the program: its offset is where the program stopped to read. */
    streams->input_end = lseek(input, 0, SEEK_CUR);
    streams->input_size = status.st_size;
}

void tr_streams_resize(const struct tr_streams *streams)
{
    if (streams->output.terminal >= 0)
        copy_size(streams->output.terminal);
    if (streams->error.terminal >= 0)
        copy_size(streams->error.terminal);
}

/* The last of what was read, when it is text. */
static const char *input_tail(const struct tr_streams *streams, struct tr_arena *arena)
{
    char buffer[TR_LIMIT_STRING_BYTES];
    off_t start = streams->input_end - (off_t)sizeof(buffer);
    if (start < streams->input_start)
        start = streams->input_start;
    int input = streams->input >= 0 ? streams->input : 0;
    ssize_t got = pread(input, buffer, (size_t)(streams->input_end - start), start);
    if (got <= 0)
        return NULL;
    size_t skip = 0;
    while (skip < 4 && skip < (size_t)got && ((unsigned char)buffer[skip] & 0xc0) == 0x80)
        skip++;
    size_t size = (size_t)got - skip;
    if (memchr(buffer + skip, 0, size) || !tr_utf8_valid(buffer + skip, size))
        return NULL;
    return tr_arena_strndup(arena, buffer + skip, size);
}

struct tr_io *tr_streams_report(const struct tr_streams *streams, struct tr_arena *arena)
{
    struct tr_io *io = tr_arena_new(arena, struct tr_io);
    if (streams->output.keep)
        io->stdout = tr_kept_report(&streams->output.kept, arena);
    if (streams->error.keep)
        io->stderr = tr_kept_report(&streams->error.kept, arena);
    if (streams->input_start >= 0 && streams->input_end >= streams->input_start) {
        io->stdin = tr_arena_new(arena, struct tr_input);
        io->stdin->bytes_read = tr_number(streams->input_end - streams->input_start);
        io->stdin->at_eof = tr_truth(streams->input_end >= streams->input_size);
        io->stdin->tail = input_tail(streams, arena);
    }
    return io->stdout || io->stderr || io->stdin ? io : NULL;
}

void tr_streams_deinit(struct tr_streams *streams)
{
    struct tr_stream *all[] = {&streams->output, &streams->error};
    for (size_t i = 0; i < TR_COUNT(all); i++) {
        close_fd(&all[i]->fd);
        close_fd(&all[i]->program);
        close_fd(&all[i]->copy);
        close_fd(&all[i]->terminal);
        free(all[i]->pending);
        tr_kept_deinit(&all[i]->kept);
    }
    close_fd(&streams->input);
}
