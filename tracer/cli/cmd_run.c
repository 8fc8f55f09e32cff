#include "base/cleanup.h"
#include "cli/deliver.h"
#include "cli/repeat_signal.h"
#include "cli/run_options.h"
#include "cli/verb.h"
#include "session/session.h"

#include <fcntl.h>

#include <tracerun/report.h>

static int run(struct tr_arena *arena, const struct tr_run_command *command, int argc, char **argv, int *ret_signal)
{
    tr_auto_free char *folder = getcwd(NULL, 0);
    const struct tr_session_options options = {
        .run = command->run, .start_folder = folder, .source_maps = command->source_maps, .source_roots = command->source_roots,
        .user_code = command->user_code,
        .verbose = command->verbose, .debuginfod = command->debuginfod, .audience = command->audience, .command = tr_command_line(arena, NULL, argc, argv),
    };
    struct tr_session_result result = {0};
    tr_session_run(arena, &options, &result);
    tr_auto_error struct tr_error *error = tr_deliver(command, result.report);
    if (error) {
        tr_deliver_complain(error);
        return TRACERUN_EXIT_FAILURE;
    }
    *ret_signal = result.signal;
    return result.exit_status;
}

int tr_cmd_run(int argc, char **argv)
{
    struct tr_arena *arena = tr_arena_create();
    struct tr_run_command command;
    int signal_number = 0;
    tr_auto_error struct tr_error *error = tr_run_options_parse(arena, argc, argv, &command);
    bool document = error ? tr_run_options_want_document(argc, argv) : command.document;
    if (!error)
        error = tr_deliver_find(&command);
    int status;
    if (error) {
        status = tr_deliver_refusal(arena, error, document);
    } else {
        if (command.report_fd >= 0)
            fcntl(command.report_fd, F_SETFD, FD_CLOEXEC);
        status = run(arena, &command, argc, argv, &signal_number);
    }
    tr_arena_destroy(arena);
    if (signal_number)
        tr_repeat_signal(signal_number);
    return status;
}
