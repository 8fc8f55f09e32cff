#include "cli/run_options.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "cli/amount.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_GRACE_MS = 1000,
    KEY_JSON = 256,
    KEY_REPORT_FD,
    KEY_META,
    KEY_MAX_CHARS,
    KEY_TIMEOUT,
    KEY_CPU_TIMEOUT,
    KEY_MEMORY,
    KEY_STACK,
    KEY_PROCESSES,
    KEY_OUTPUT,
    KEY_FILE_SIZE,
    KEY_OPEN_FILES,
    KEY_GRACE,
    KEY_NO_EARLY_DEADLOCK,
    KEY_KEEP_CHILDREN,
    KEY_STDIN,
    KEY_STDOUT,
    KEY_STDERR,
    KEY_PTY,
    KEY_SYSCALLS,
    KEY_SOURCE_MAP,
    KEY_DEBUGINFOD,
    KEY_USER_CODE,
    KEY_AUDIENCE,
    KEY_SANDBOX,
    KEY_ON_VIOLATION,
    KEY_SOURCE_ROOT,
    KEY_WORKDIR,
    KEY_READ,
    KEY_WRITE,
    KEY_REPORT_ON_INTERRUPT,
};

static const struct argp_option report_options[] = {
    {NULL, 0, NULL, 0, "Report:", 1},
    {"json", KEY_JSON, NULL, 0, "One JSON document on standard output, the program's output captured in it (-f json)", 1},
    {"format", 'f', "FORMAT", 0, "Format of the report: json, markdown, meta or text; without -o it goes to standard output", 1},
    {"report", 'o', "FILE", 0, "Also write the report to FILE (repeatable); its format by extension or as FORMAT:FILE; %p is the program's pid", 1},
    {"meta", KEY_META, "FILE", 0, "Also write what was used and how it ended, as isolate does (-o meta:FILE)", 1},
    {"report-fd", KEY_REPORT_FD, "N", 0, "Write the report to descriptor N instead of standard error", 1},
    {"max-chars", KEY_MAX_CHARS, "N", 0, "Longest document of json or markdown, what leads least to the cause left out; 0: no limit", 1},
    {"verbose", 'v', NULL, 0, "Show everything: library frames, all variables, all threads, the steps of the analysis", 1},
    {"debuginfod", KEY_DEBUGINFOD, NULL, 0, "Ask the servers in DEBUGINFOD_URLS for debug information that is not here", 1},
    {"source-map", KEY_SOURCE_MAP, "OLD=NEW", 0, "Look for sources below NEW that were compiled below OLD (repeatable)", 1},
    {"user-code", KEY_USER_CODE, "GLOB", 0, "Only files or functions that match GLOB are the user's own code (repeatable)", 1},
    {"audience", KEY_AUDIENCE, "WHO", 0, "Who reads the report: developer, or student, who sees the user's own code only, no arguments and no input", 1},
    {0},
};

static const struct argp_option run_options[] = {
    {NULL, 0, NULL, 0, "Run:", 2},
    {"timeout", KEY_TIMEOUT, "SECONDS", 0, "End the run after SECONDS (a number, or with suffix ms, s, m, h) and say where it was", 2},
    {"cpu-timeout", KEY_CPU_TIMEOUT, "SECONDS", 0, "The same for the processor time of all its processes and threads together", 2},
    {"memory", KEY_MEMORY, "SIZE", 0, "End the run when its processes use more memory together (bytes, or with suffix K, M, G)", 2},
    {"stack", KEY_STACK, "SIZE", 0, "The largest stack of a process", 2},
    {"processes", KEY_PROCESSES, "N", 0, "End the run when more processes and threads than N are alive at once", 2},
    {"output", KEY_OUTPUT, "SIZE", 0, "End the run when it has written more than SIZE to standard output and standard error", 2},
    {"file-size", KEY_FILE_SIZE, "SIZE", 0, "The largest file that the program may write", 2},
    {"open-files", KEY_OPEN_FILES, "N", 0, "How many files a process may have open", 2},
    {"no-early-deadlock", KEY_NO_EARLY_DEADLOCK, NULL, 0, "Let a program whose threads all wait for ever run until the timeout", 2},
    {"report-on-interrupt", KEY_REPORT_ON_INTERRUPT, NULL, 0, "Report on Ctrl-C, TERM and HUP where the program was even if it goes on, since it handles them", 2},
    {"grace", KEY_GRACE, "SECONDS", 0, "Time for processes that outlive the program before they are ended (default 1)", 2},
    {"keep-children", KEY_KEEP_CHILDREN, NULL, 0, "Leave processes that outlive the program; the flight recorder is off", 2},
    {"syscalls", KEY_SYSCALLS, "LEVEL", 0, "System calls to record: none, default or all", 2},
    {"stdin", KEY_STDIN, "FILE", 0, "The program's standard input", 2},
    {"stdout", KEY_STDOUT, "FILE", 0, "The program's standard output", 2},
    {"stderr", KEY_STDERR, "FILE", 0, "The program's standard error", 2},
    {"pty", KEY_PTY, NULL, 0, "Give the program a terminal of its own, so that it buffers its output as on one", 2},
    {NULL, 0, NULL, 0, "Sandbox:", 3},
    {"sandbox", KEY_SANDBOX, "PROFILE", OPTION_ARG_OPTIONAL, "Run behind walls: student (the default), strict or off; best-effort:PROFILE goes on where this machine lacks a wall", 3},
    {"on-violation", KEY_ON_VIOLATION, "ACTION", 0, "At a call that the sandbox does not allow: kill ends the run (the default), deny lets the call fail", 3},
    {"read", KEY_READ, "PATH", 0, "A file or folder that the program may read, too (repeatable)", 3},
    {"write", KEY_WRITE, "PATH", 0, "A file or folder that it may read and write, too (repeatable)", 3},
    {"workdir", KEY_WORKDIR, "copy", 0, "Run in a copy of this folder, which is thrown away afterwards", 3},
    {"source-root", KEY_SOURCE_ROOT, "FOLDER", 0, "Sources below FOLDER may be shown, too, not only those below this folder and the program's (repeatable)", 3},
    {0},
};

static const struct argp_option other_options[] = {
    {NULL, 0, NULL, 0, "Other:", 4},
    {"help", '?', NULL, 0, "Show this and exit", 4},
    {"version", 'V', NULL, 0, "Show the version and exit", 4},
    {0},
};

/* What parsing works on; argp hands it around as state->input. */
struct parse {
    const struct argp *parser;  /* of the verb */
    struct tr_arena *arena;
    struct tr_run_command *command;
    const char *meta;           /* --meta; NULL when not given */
    struct tr_list bare_files;  /* const char *: -o without a format of their own, resolved when -f is known */
    struct tr_error *error;     /* the first */
};

__attribute__((format(printf, 2, 3))) static void complain(struct parse *parse, const char *format, ...)
{
    if (parse->error)
        return;
    va_list arguments;
    va_start(arguments, format);
    const char *text = tr_arena_vprintf(parse->arena, format, arguments);
    va_end(arguments);
    parse->error = tr_error_make(TR_ERROR_USAGE, "%s (see tracerun --help)", text);
}

static int64_t parse_time(struct parse *parse, const char *option, const char *text)
{
    int64_t ms = 0;
    if (!tr_amount_time_ms(text, &ms))
        complain(parse, "--%s: '%s' is not a time such as 10, 0.5 or 500ms", option, text);
    return ms;
}

/* The limits of the run. Less than `least` is a mistake rather than a wish. */
static const struct limit_option {
    int key;
    enum tr_bound bound;
    const char *name;
    bool (*amount)(const char *text, int64_t *ret);
    int64_t least;
    const char *example;
} limit_options[] = {
    {KEY_TIMEOUT, TR_BOUND_WALL, "timeout", tr_amount_time_ms, 1, "a time such as 10, 0.5 or 500ms"},
    {KEY_CPU_TIMEOUT, TR_BOUND_CPU, "cpu-timeout", tr_amount_time_ms, 1, "a time such as 10, 0.5 or 500ms"},
    {KEY_MEMORY, TR_BOUND_MEMORY, "memory", tr_amount_bytes, 1 << 20, "a size such as 500000K, 512M or 2G"},
    {KEY_STACK, TR_BOUND_STACK, "stack", tr_amount_bytes, 64 << 10, "a size such as 65536, 256K or 8M"},
    {KEY_PROCESSES, TR_BOUND_PROCESSES, "processes", tr_amount_count, 1, "a number"},
    {KEY_OUTPUT, TR_BOUND_OUTPUT, "output", tr_amount_bytes, 1, "a size such as 65536, 64K or 16M"},
    {KEY_FILE_SIZE, TR_BOUND_FILE_SIZE, "file-size", tr_amount_bytes, 1, "a size such as 65536, 64K or 16M"},
    {KEY_OPEN_FILES, TR_BOUND_OPEN_FILES, "open-files", tr_amount_count, 4, "a number"},
};

/* 0 and "none" take a limit away, also one that would come by default. @return whether the key is that of a limit. */
static bool parse_limit(struct parse *parse, int key, const char *text)
{
    for (size_t i = 0; i < TR_COUNT(limit_options); i++) {
        const struct limit_option *option = &limit_options[i];
        int64_t value = 0;
        if (option->key != key)
            continue;
        if (strcmp(text, "none") != 0 && !option->amount(text, &value))
            complain(parse, "--%s: '%s' is not %s", option->name, text, option->example);
        else if (value && value < option->least)
            complain(parse, "--%s: '%s' is too little for any program", option->name, text);
        parse->command->run.limits[option->bound] = (struct tr_allowance){value, TR_LIMIT_FROM_GIVEN};
        return true;
    }
    return false;
}

static int parse_descriptor(struct parse *parse, const char *text)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end || errno || value < 0 || value > INT_MAX || fcntl((int)value, F_GETFD) < 0) {
        complain(parse, "--report-fd: '%s' is not an open descriptor", text);
        return -1;
    }
    return (int)value;
}

/* 0 is no limit, which a format knows as SIZE_MAX. */
static size_t parse_max_chars(struct parse *parse, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end || errno || (value && value < TR_LIMIT_CHARS_LEAST) || value > SIZE_MAX)
        complain(parse, "--max-chars: '%s' is neither 0 nor a number from %d on", text, TR_LIMIT_CHARS_LEAST);
    return value ? (size_t)value : SIZE_MAX;
}

static const struct tr_format *parse_format(struct parse *parse, const char *text)
{
    const struct tr_format *format = tr_format_named(text);
    if (format)
        return format;
    tr_auto_str struct tr_str known = {0};
    for (const struct tr_format *const *each = tr_formats(); *each; each++)
        tr_str_printf(&known, "%s%s", each == tr_formats() ? "" : ", ", (*each)->name);
    complain(parse, "-f: there is no format '%s'; there are %s", text, tr_str_text(&known));
    return NULL;
}

static void add_file(struct parse *parse, const struct tr_format *format, const char *path)
{
    struct tr_output_file *file = tr_list_new(parse->arena, &parse->command->files, struct tr_output_file);
    *file = (struct tr_output_file){.format = format, .path = path};
}

/* FORMAT:FILE names its format; a plain FILE waits until -f is known. */
static void parse_file(struct parse *parse, const char *text)
{
    const char *colon = strchr(text, ':');
    const struct tr_format *format = colon ? tr_format_named(tr_arena_strndup(parse->arena, text, (size_t)(colon - text))) : NULL;
    if (format)
        add_file(parse, format, colon + 1);
    else
        tr_list_add(parse->arena, &parse->bare_files, (void *)text);
}

static void resolve_files(struct parse *parse)
{
    TR_EACH(const char, path, &parse->bare_files)
    {
        /* The extension decides; -f says it for names without one. */
        const struct tr_format *format = tr_format_for_file(path);
        if (!format)
            format = parse->command->format;
        if (format)
            add_file(parse, format, path);
        else
            complain(parse, "-o %s: no format has this extension; write json:%s or text:%s", path, path, path);
    }
}

/* --json promises a document on standard output whatever else is asked for; -f alone asks for one, too. */
static void resolve_outputs(struct parse *parse)
{
    struct tr_run_command *command = parse->command;
    resolve_files(parse);
    command->document = (command->document || (command->format && !command->files.count)) && command->report_fd < 0;
    if (parse->meta) /* beside whatever else is asked for */
        add_file(parse, tr_format_named("meta"), parse->meta);
}

static const char *const levels[] = {
    [TR_SYSCALLS_NONE] = "none", [TR_SYSCALLS_DEFAULT] = "default", [TR_SYSCALLS_ALL] = "all"};

static enum tr_syscall_level parse_level(struct parse *parse, const char *text)
{
    for (size_t i = 0; i < TR_COUNT(levels); i++)
        if (strcmp(levels[i], text) == 0)
            return (enum tr_syscall_level)i;
    complain(parse, "--syscalls: '%s' is not none, default or all", text);
    return TR_SYSCALLS_DEFAULT;
}

static const char *const audiences[] = {[TR_AUDIENCE_DEVELOPER] = "developer", [TR_AUDIENCE_STUDENT] = "student"};

static enum tr_audience parse_audience(struct parse *parse, const char *text)
{
    for (size_t i = 0; i < TR_COUNT(audiences); i++)
        if (strcmp(audiences[i], text) == 0)
            return (enum tr_audience)i;
    complain(parse, "--audience: '%s' is not developer or student", text);
    return TR_AUDIENCE_DEVELOPER;
}

static void parse_source_map(struct parse *parse, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || text[0] != '/' || equals[1] != '/')
        complain(parse, "--source-map: '%s' is not OLD=NEW with two absolute folders", text);
    tr_list_add(parse->arena, &parse->command->source_maps, (void *)text);
}

static void parse_debuginfod(struct parse *parse)
{
    const char *urls = getenv("DEBUGINFOD_URLS");
    if (!urls || !*urls)
        complain(parse, "--debuginfod: DEBUGINFOD_URLS names no server");
    parse->command->debuginfod = urls;
}

static void parse_sandbox(struct parse *parse, const char *text)
{
    static const char best_effort[] = "best-effort:";
    struct tr_sandbox_options *sandbox = &parse->command->run.sandbox;
    const char *name = text ? text : "student";
    sandbox->best_effort = strncmp(name, best_effort, sizeof(best_effort) - 1) == 0;
    name += sandbox->best_effort ? sizeof(best_effort) - 1 : 0;
    sandbox->profile = tr_profile_named(name);
    if (!sandbox->profile)
        complain(parse, "--sandbox: there is no profile '%s'; there are student, strict and off", name);
}

static void parse_on_violation(struct parse *parse, const char *text)
{
    parse->command->run.sandbox.deny = strcmp(text, "deny") == 0;
    if (!parse->command->run.sandbox.deny && strcmp(text, "kill") != 0)
        complain(parse, "--on-violation: '%s' is not kill or deny", text);
}

/* Options of the sandbox. @return whether the key is one of them. */
static bool parse_sandbox_option(struct parse *parse, int key, char *value)
{
    struct tr_sandbox_options *sandbox = &parse->command->run.sandbox;
    switch (key) {
    case KEY_SANDBOX:
        parse_sandbox(parse, value);
        return true;
    case KEY_ON_VIOLATION:
        parse_on_violation(parse, value);
        return true;
    case KEY_WORKDIR:
        sandbox->copy_folder = strcmp(value, "copy") == 0;
        if (!sandbox->copy_folder)
            complain(parse, "--workdir: '%s' is not copy", value);
        return true;
    case KEY_SOURCE_ROOT:
        tr_list_add(parse->arena, &parse->command->source_roots, value);
        return true;
    case KEY_READ:
        tr_list_add(parse->arena, &sandbox->read, value);
        return true;
    case KEY_WRITE:
        tr_list_add(parse->arena, &sandbox->write, value);
        return true;
    default:
        return false;
    }
}

static error_t parse_report_option(int key, char *value, struct argp_state *state)
{
    struct parse *parse = state->input;
    struct tr_run_command *command = parse->command;
    switch (key) {
    case KEY_JSON:
        command->format = tr_format_named("json");
        command->document = true;
        return 0;
    case 'f':
        command->format = parse_format(parse, value);
        return 0;
    case 'o':
        parse_file(parse, value);
        return 0;
    case KEY_META:
        parse->meta = value;
        return 0;
    case KEY_REPORT_FD:
        command->report_fd = parse_descriptor(parse, value);
        return 0;
    case KEY_MAX_CHARS:
        command->max_chars = parse_max_chars(parse, value);
        return 0;
    case 'v':
        command->verbose = true;
        return 0;
    case KEY_DEBUGINFOD:
        parse_debuginfod(parse);
        return 0;
    case KEY_SOURCE_MAP:
        parse_source_map(parse, value);
        return 0;
    case KEY_USER_CODE:
        tr_list_add(parse->arena, &command->user_code, value);
        return 0;
    case KEY_AUDIENCE:
        command->audience = parse_audience(parse, value);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Print what was asked for and exit. */
_Noreturn static void show_help(const struct parse *parse)
{
    argp_help(parse->parser, stdout, ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC, (char *)"tracerun");
    exit(0);
}

_Noreturn static void show_version(void)
{
    puts("tracerun " TR_VERSION);
    exit(0);
}

static error_t parse_other_option(int key, char *value, struct argp_state *state)
{
    (void)value;
    switch (key) {
    case '?':
        show_help(state->input);
    case 'V':
        show_version();
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_run_option(int key, char *value, struct argp_state *state)
{
    struct parse *parse = state->input;
    struct tr_run_options *run = &parse->command->run;
    if (parse_limit(parse, key, value) || parse_sandbox_option(parse, key, value))
        return 0;
    switch (key) {
    case KEY_GRACE:
        run->grace_ms = parse_time(parse, "grace", value);
        return 0;
    case KEY_NO_EARLY_DEADLOCK:
        run->early_deadlock = false;
        return 0;
    case KEY_REPORT_ON_INTERRUPT:
        run->report_on_interrupt = true;
        return 0;
    case KEY_KEEP_CHILDREN:
        run->keep_children = true;
        return 0;
    case KEY_STDIN:
        run->stdin_path = value;
        return 0;
    case KEY_STDOUT:
        run->stdout_path = value;
        return 0;
    case KEY_STDERR:
        run->stderr_path = value;
        return 0;
    case KEY_PTY:
        run->pty = true;
        return 0;
    case KEY_SYSCALLS:
        run->syscalls = parse_level(parse, value);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp report_parser = {.options = report_options, .parser = parse_report_option};
static const struct argp run_parser = {.options = run_options, .parser = parse_run_option};
static const struct argp other_parser = {.options = other_options, .parser = parse_other_option};
static const struct argp_child run_children[] = {{&report_parser, 0, NULL, 0}, {&run_parser, 0, NULL, 0}, {&other_parser, 0, NULL, 0}, {0}};
static const struct argp_child attach_children[] = {{&report_parser, 0, NULL, 0}, {&other_parser, 0, NULL, 0}, {0}};

/* What the parsers of both verbs do. @p children  the verb's. */
static error_t parse_common(int key, struct argp_state *state, size_t children)
{
    struct parse *parse = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        for (size_t i = 0; i < children; i++)
            state->child_inputs[i] = parse;
        return 0;
    case ARGP_KEY_ERROR:
        complain(parse, "'%s' is not an option, or lacks its value", state->argv[state->next - 1]);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The first word that is no option is the program; all that follows is its own. */
static error_t parse_program(int key, char *value, struct argp_state *state)
{
    struct parse *parse = state->input;
    (void)value;
    if (key != ARGP_KEY_ARG)
        return parse_common(key, state, TR_COUNT(run_children) - 1);
    parse->command->run.argv = state->argv + state->next - 1;
    state->next = state->argc;
    return 0;
}

static error_t parse_process(int key, char *value, struct argp_state *state)
{
    struct parse *parse = state->input;
    char *end;
    if (key != ARGP_KEY_ARG)
        return parse_common(key, state, TR_COUNT(attach_children) - 1);
    if (parse->command->attach_pid)
        complain(parse, "attach looks at one process; '%s' is one word too many", value);
    errno = 0;
    long pid = strtol(value, &end, 10);
    if (end == value || *end || errno || pid <= 0 || pid > INT_MAX)
        complain(parse, "'%s' is not the number of a process", value);
    parse->command->attach_pid = (int)pid;
    return 0;
}

static const struct argp run_words = {
    .children = run_children,
    .parser = parse_program,
    .args_doc = "[--] PROGRAM [ARG...]",
    .doc = "Runs a compiled C or C++ program and says why it failed: where, with which values, and what led there. "
           "With attach, says what a process does that runs already, and lets it go on (attach --help).\v"
           "Exit status: the program's own (a fatal signal is repeated, or 128 + its number); 124 after a timeout or a deadlock; 127 when the "
           "program is not found, 126 when it cannot be executed, 125 when tracerun itself fails.\n"
           "TRACERUN_OPTIONS holds options that go before those of the command line. NO_COLOR turns colours off.",
};

static const struct argp attach_words = {
    .children = attach_children,
    .parser = parse_process,
    .args_doc = "PID",
    .doc = "Stops a running process for a moment, says what each of its threads does and why it does not go on, and lets it go "
           "on as it was: running, or stopped.\v"
           "Exit status: 0 when the process was looked at, 125 when it could not be.",
};

/* argp prints its own complaints, or with ARGP_NO_ERRS nothing at all, not even its help: both are ours, so that a complaint
   can go into a document too. */
static void parse_words(struct parse *parse, int argc, char **argv)
{
    error_t error = argp_parse(parse->parser, argc, argv, ARGP_IN_ORDER | ARGP_NO_ERRS | ARGP_NO_HELP, NULL, parse);
    if (error)
        complain(parse, "the options cannot be read");
}

/* The words of TRACERUN_OPTIONS, split at blanks, as an argument vector. */
static void parse_environment(struct parse *parse)
{
    const char *text = getenv("TRACERUN_OPTIONS");
    if (!text || !*text)
        return;
    struct tr_list words = {0};
    tr_list_add(parse->arena, &words, (void *)"TRACERUN_OPTIONS");
    char *rest = tr_arena_strdup(parse->arena, text), *save = NULL;
    for (char *word = strtok_r(rest, " \t\n", &save); word; word = strtok_r(NULL, " \t\n", &save))
        tr_list_add(parse->arena, &words, word);
    tr_list_add(parse->arena, &words, NULL);
    parse_words(parse, (int)words.count - 1, (char **)words.items);
    if (parse->command->run.argv)
        complain(parse, "TRACERUN_OPTIONS: '%s' is not an option", parse->command->run.argv[0]);
    parse->command->run.argv = NULL;
}

/* What a profile means for the other options. */
static void settle_sandbox(struct parse *parse)
{
    struct tr_run_options *run = &parse->command->run;
    if (!tr_sandbox_wanted(&run->sandbox)) {
        const struct tr_sandbox_options *given = &run->sandbox;
        if (given->read.count || given->write.count || given->deny || given->copy_folder || parse->command->source_roots.count)
            complain(parse, "--read, --write, --workdir, --source-root and --on-violation are for --sandbox");
        return;
    }
    if (run->keep_children)
        complain(parse, "--keep-children: nothing outlives a sandbox");
    run->own_group = true;
    if (run->grace_ms < 0)
        run->grace_ms = 0;
    for (unsigned bound = 1; bound < TR_BOUND_COUNT; bound++)
        if (run->limits[bound].source == TR_LIMIT_FROM_ABSENT && run->sandbox.profile->limits[bound])
            run->limits[bound] = (struct tr_allowance){run->sandbox.profile->limits[bound], TR_LIMIT_FROM_DEFAULT};
}

struct tr_error *tr_run_options_parse(struct tr_arena *arena, int argc, char **argv, struct tr_run_command *ret)
{
    *ret = (struct tr_run_command){.report_fd = -1};
    ret->run.grace_ms = -1; /* not given */
    ret->run.early_deadlock = true;
    ret->run.syscalls = TR_SYSCALLS_DEFAULT;
    struct parse parse = {.parser = &run_words, .arena = arena, .command = ret};
    parse_environment(&parse);
    parse_words(&parse, argc, argv);
    settle_sandbox(&parse);
    if (!ret->run.argv)
        complain(&parse, "no program is named");
    if (ret->run.grace_ms < 0)
        ret->run.grace_ms = DEFAULT_GRACE_MS;
    resolve_outputs(&parse);
    ret->run.capture = ret->document;
    return parse.error;
}

struct tr_error *tr_attach_options_parse(struct tr_arena *arena, int argc, char **argv, struct tr_run_command *ret)
{
    *ret = (struct tr_run_command){.report_fd = -1};
    struct parse parse = {.parser = &attach_words, .arena = arena, .command = ret};
    parse_words(&parse, argc, argv);
    if (!ret->attach_pid)
        complain(&parse, "no process is named");
    resolve_outputs(&parse);
    return parse.error;
}

bool tr_run_options_want_document(int argc, char **argv)
{
    for (int i = 1; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--") == 0)
            return false;
        if (strcmp(argv[i], "--json") == 0 || strcmp(argv[i], "-fjson") == 0 || strcmp(argv[i], "--format=json") == 0)
            return true;
        if ((strcmp(argv[i], "-f") == 0 || strcmp(argv[i], "--format") == 0) && i + 1 < argc)
            return strcmp(argv[i + 1], "json") == 0;
    }
    return false;
}
