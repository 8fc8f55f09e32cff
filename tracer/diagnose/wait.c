#include "diagnose/wait.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

const struct tr_wait *tr_wait_primary(const struct tr_facts *facts)
{
    const struct tr_thread *primary = tr_facts_thread(facts);
    TR_EACH(const struct tr_wait, wait, &facts->report->waits)
    {
        if (primary && !wait->process.known && wait->thread.value == primary->id.value)
            return wait;
    }
    return NULL;
}

bool tr_wait_all(const struct tr_facts *facts)
{
    TR_EACH(const struct tr_thread, thread, &facts->report->threads)
    {
        bool waits = thread->state == TR_THREAD_SYSCALL || thread->state == TR_THREAD_LOCK ||
                     thread->state == TR_THREAD_EXITING || thread->state == TR_THREAD_STOPPED;
        if (!thread->process.known && !waits)
            return false;
    }
    return true;
}

static bool is_pipe(const struct tr_wait *wait) { return wait->target && strncmp(wait->target, "pipe:", 5) == 0; }

/* "a pipe (descriptor 3)", "a socket (descriptor 3, tcp 127.0.0.1:8080)", "/dev/pts/3 (descriptor 0)". */
static void add_object(const struct tr_wait *wait, struct tr_str *text)
{
    bool is_socket = wait->target && strncmp(wait->target, "socket:", 7) == 0;
    if (is_pipe(wait) || is_socket)
        tr_str_add_text(text, is_socket ? "a socket" : "a pipe");
    else if (wait->target)
        tr_str_add_name(text, wait->target);
    else
        tr_str_add_text(text, "a file");
    if (!wait->descriptor.known)
        return;
    tr_str_printf(text, " (descriptor %" PRId64, wait->descriptor.value);
    if (wait->address) {
        tr_str_add_text(text, ", ");
        tr_str_add_name(text, wait->address);
    }
    tr_str_add_char(text, ')');
}

/* ", which computes", ", which is in wait4". */
static void add_other(const struct tr_wait *wait, struct tr_str *text)
{
    if (!wait->holder_call)
        return;
    if (wait->holder_call[0])
        tr_str_printf(text, ", which is in %s", wait->holder_call);
    else
        tr_str_add_text(text, ", which computes");
}

static void add_transfer(const struct tr_wait *wait, struct tr_str *text)
{
    bool reads = strcmp(wait->kind, "read") == 0;
    tr_str_add_text(text, reads ? "waiting to read from " : "waiting to write into ");
    add_object(wait, text);
    if (wait->own_end.known && !wait->holder.known)
        tr_str_printf(text, reads ? ", whose writing end is open in this process, too (descriptor %" PRId64 "), so that its end never comes"
                                  : ", which is full and whose reader is this process itself (descriptor %" PRId64 ")",
                      wait->own_end.value);
    else if (wait->holder.known) {
        tr_str_printf(text, reads ? " that process %" PRId64 " has to write to" : " that is full and that process %" PRId64 " has to read",
                      wait->holder.value);
        add_other(wait, text);
    }
}

static void add_lock(const struct tr_wait *wait, struct tr_str *text)
{
    tr_str_printf(text, "waiting for a lock (%s) on ", wait->lock ? wait->lock : wait->call);
    add_object(wait, text);
    if (wait->owner.known)
        tr_str_printf(text, ", which process %" PRId64 " has taken", wait->owner.value);
}

static void add_child(const struct tr_wait *wait, struct tr_str *text)
{
    if (wait->owner.known) {
        tr_str_printf(text, "waiting for process %" PRId64 " to end", wait->owner.value);
        add_other(wait, text);
    } else if (wait->children.known && wait->children.value > 1) {
        tr_str_printf(text, "waiting for one of %" PRId64 " children to end", wait->children.value);
    } else {
        tr_str_add_text(text, "waiting for a child to end");
    }
}

static void add_sleep(const struct tr_wait *wait, struct tr_str *text)
{
    tr_str_add_text(text, "sleeping");
    if (wait->remaining_ms.known)
        tr_str_printf(text, " for another %" PRId64 ".%" PRId64 " s", wait->remaining_ms.value / 1000,
                      wait->remaining_ms.value % 1000 / 100);
    else if (wait->total_ms.known)
        tr_str_printf(text, " for %" PRId64 ".%03" PRId64 " s in all", wait->total_ms.value / 1000,
                      wait->total_ms.value % 1000);
}

static void add_stopped(const struct tr_wait *wait, struct tr_str *text)
{
    tr_str_printf(text, "stopped by %s", wait->call);
    if (strcmp(wait->call, "SIGTTIN") == 0)
        tr_str_add_text(text, ", since it reads from its terminal without being in the foreground");
    else if (strcmp(wait->call, "SIGTTOU") == 0)
        tr_str_add_text(text, ", since it uses its terminal without being in the foreground");
    else
        tr_str_add_text(text, " and not continued");
}

bool tr_wait_add(const struct tr_facts *facts, const struct tr_wait *wait, struct tr_str *text)
{
    (void)facts;
    if (strcmp(wait->kind, "read") == 0 || strcmp(wait->kind, "write") == 0)
        add_transfer(wait, text);
    else if (strcmp(wait->kind, "file-lock") == 0)
        add_lock(wait, text);
    else if (strcmp(wait->kind, "child") == 0)
        add_child(wait, text);
    else if (strcmp(wait->kind, "sleep") == 0)
        add_sleep(wait, text);
    else if (strcmp(wait->kind, "stopped") == 0)
        add_stopped(wait, text);
    else if (strcmp(wait->kind, "signal") == 0)
        tr_str_printf(text, "waiting for a signal (%s)", wait->call);
    else if (strcmp(wait->kind, "open") == 0) {
        tr_str_add_text(text, "waiting for somebody to open the other end of the FIFO ");
        tr_str_add_name(text, wait->target);
    } else if (strcmp(wait->kind, "accept") == 0) {
        tr_str_add_text(text, "waiting for somebody to connect to ");
        add_object(wait, text);
    } else
        return false;
    return true;
}

const char *tr_wait_hint(const struct tr_wait *wait)
{
    bool reads = strcmp(wait->kind, "read") == 0;
    if (reads && is_pipe(wait) && wait->own_end.known)
        return "a pipe ends when every copy of its writing end is closed: close the one that this process does not need (behind fork)";
    if (strcmp(wait->kind, "write") == 0 && wait->holder_call && strncmp(wait->holder_call, "wait", 4) == 0)
        return "a pipe holds 64 KiB: read it to its end first, and wait for the child then";
    if (strcmp(wait->kind, "stopped") == 0)
        return "SIGCONT lets it go on (kill -CONT, or fg in the shell)";
    if (strcmp(wait->kind, "file-lock") == 0)
        return "see what the owner of the lock is doing, and whether it gives it back on every way";
    return NULL;
}
