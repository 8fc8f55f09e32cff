#include "cli/deliver.h"

#include "base/cleanup.h"
#include "base/utf8.h"
#include "cli/report_file.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <tracerun/report.h>

enum { DEFAULT_COLUMNS = 100 };

void tr_deliver_complain(const struct tr_error *error) { fprintf(stderr, "tracerun: %s\n", error->message); }

/* Colours and the width of a terminal; a file or pipe gets neither. */
static struct tr_format_options format_options(const struct tr_run_command *command, int fd)
{
    struct tr_format_options options = {
        .verbose = command->verbose, .columns = DEFAULT_COLUMNS, .max_chars = command->max_chars};
    const char *terminal = getenv("TERM"), *no_color = getenv("NO_COLOR");
    if (fd < 0 || !isatty(fd))
        return options;
    options.color = !(no_color && *no_color) && !(terminal && strcmp(terminal, "dumb") == 0);
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 && size.ws_col < DEFAULT_COLUMNS)
        options.columns = size.ws_col;
    return options;
}

static struct tr_error *write_to(const struct tr_format *format, const struct tr_run_command *command,
                                 const struct tr_report *report, int fd, const char *name)
{
    tr_auto_str struct tr_str text = {0};
    const struct tr_format_options options = format_options(command, fd);
    TR_TRY(format->emit(report, &options, &text));
    return tr_write_all(fd, &text, name);
}

static struct tr_error *write_files(const struct tr_run_command *command, const struct tr_report *report)
{
    long pid = report->processes.count ? (long)tr_list_at(&report->processes, struct tr_process, 0)->pid.value : 0;
    TR_EACH(const struct tr_output_file, file, &command->files)
    {
        tr_auto_str struct tr_str text = {0};
        const struct tr_format_options options = format_options(command, -1);
        TR_TRY(file->format->emit(report, &options, &text));
        TR_TRY(tr_report_place_write(&file->place, pid, &text));
    }
    return NULL;
}

struct tr_error *tr_deliver(const struct tr_run_command *command, const struct tr_report *report)
{
    TR_TRY(write_files(command, report));
    if (command->document)
        return write_to(command->format, command, report, STDOUT_FILENO, "standard output");
    if (command->report_fd >= 0)
        return write_to(command->format ? command->format : tr_format_named("text"), command, report,
                        command->report_fd, "the descriptor of --report-fd");
    /* A person's text is a courtesy: a closed standard error is no failure. */
    tr_error_destroy(write_to(tr_format_named("text"), command, report, STDERR_FILENO, "standard error"));
    return NULL;
}

struct tr_error *tr_deliver_find(const struct tr_run_command *command)
{
    TR_EACH(struct tr_output_file, file, &command->files)
    {
        TR_TRY(tr_report_place_find(file->path, &file->place));
    }
    return NULL;
}

const char *tr_command_line(struct tr_arena *arena, const char *verb, int argc, char **argv)
{
    tr_auto_str struct tr_str text = {0};
    for (int i = 0; i < argc; i++) {
        bool plain = argv[i][0] && !strpbrk(argv[i], " \t\n\"'\\$`&|;<>()*?[]{}~#!");
        if (i == 1 && verb)
            tr_str_printf(&text, " %s", verb);
        tr_str_add_text(&text, i ? " " : "");
        if (plain)
            tr_str_add_escaped(&text, argv[i], strlen(argv[i]));
        else {
            tr_str_add_char(&text, '"');
            tr_str_add_escaped(&text, argv[i], strlen(argv[i]));
            tr_str_add_char(&text, '"');
        }
    }
    return tr_arena_strdup(arena, tr_str_text(&text));
}

int tr_deliver_refusal(struct tr_arena *arena, const struct tr_error *error, bool document)
{
    if (!document) {
        tr_deliver_complain(error);
        return TRACERUN_EXIT_FAILURE;
    }
    const struct tr_run_command command = {.format = tr_format_named("json"), .report_fd = -1, .document = true};
    tr_auto_error struct tr_error *failed = tr_deliver(&command, tr_session_failure(arena, error->message));
    if (failed)
        tr_deliver_complain(failed);
    return TRACERUN_EXIT_FAILURE;
}
