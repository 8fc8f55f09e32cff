#include "base/cleanup.h"
#include "cli/deliver.h"
#include "cli/guard.h"
#include "cli/repeat_signal.h"
#include "cli/run_options.h"
#include "cli/verb.h"
#include "session/session.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <tracerun/report.h>

struct task {
    struct tr_arena *arena;
    const struct tr_run_command *command;
    int argc;
    char **argv;
};

static int attach(void *arg)
{
    const struct task *task = arg;
    const struct tr_run_command *command = task->command;
    tr_auto_free char *folder = getcwd(NULL, 0);
    const struct tr_session_options options = {
        .run = command->run, .start_folder = folder, .source_maps = command->source_maps, .user_code = command->user_code,
        .verbose = command->verbose, .debuginfod = command->debuginfod, .audience = command->audience, .command = tr_command_line(task->arena, "attach", task->argc, task->argv),
    };
    struct tr_session_result result = {0};
    tr_session_attach(task->arena, &options, command->attach_pid, &result);
    tr_auto_error struct tr_error *error = tr_deliver(command, result.report);
    if (error) {
        tr_deliver_complain(error);
        return TRACERUN_EXIT_FAILURE;
    }
    if (result.signal)
        tr_repeat_signal(result.signal);
    return result.exit_status;
}

int tr_cmd_attach(int argc, char **argv)
{
    struct tr_arena *arena = tr_arena_create();
    struct tr_run_command command;
    int status;
    tr_auto_error struct tr_error *error = tr_attach_options_parse(arena, argc, argv, &command);
    bool document = error ? tr_run_options_want_document(argc, argv) : command.document;
    if (!error)
        error = tr_deliver_find(&command);
    if (error) {
        status = tr_deliver_refusal(arena, error, document);
    } else {
        struct task task = {arena, &command, argc, argv};
        if (command.report_fd >= 0)
            fcntl(command.report_fd, F_SETFD, FD_CLOEXEC);
        status = tr_guarded(attach, &task);
    }
    tr_arena_destroy(arena);
    return status;
}
