#include "diagnose/last_words.h"

#include "base/cleanup.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

enum { TAIL = 1024 };

/* The last line that is not empty of what was written to standard error. */
static const char *last_line(struct tr_arena *arena, const struct tr_output *output)
{
    const char *text = output ? output->tail ? output->tail : output->text : NULL;
    size_t end = text ? strlen(text) : 0;
    while (end && strchr("\r\n\t ", text[end - 1]))
        end--;
    size_t start = end;
    while (start && text[start - 1] != '\n' && end - start < TAIL)
        start--;
    return end > start ? tr_arena_strndup(arena, text + start, end - start) : NULL;
}

/* What libstdc++'s debug mode found: the line in front of the objects that it lists behind. */
static const char *library_error(struct tr_arena *arena, const struct tr_output *output)
{
    static const char begin[] = "\nError: ", end[] = "\n\nObjects involved in the operation:";
    const char *text = output ? output->text : NULL, *at = text ? strstr(text, begin) : NULL;
    const char *behind = at ? strstr(at, end) : NULL;
    if (!behind)
        return NULL;
    at += sizeof(begin) - 1;
    char *error = tr_arena_strndup(arena, at, (size_t)(behind - at));
    for (char *c = error; *c; c++)
        *c = *c == '\n' ? ' ' : *c; /* it breaks long lines */
    return error;
}

/* An assertion of the C++ library begins with the names of its own file and function, which fill a line. */
static const char *own_words(const char *line)
{
    const char *assertion = strstr(line, ": Assertion '");
    return assertion ? assertion + 2 : line;
}

static bool gives_up(enum tr_kind kind)
{
    return kind == TR_KIND_NONZERO_EXIT || kind == TR_KIND_ABORT || kind == TR_KIND_ASSERTION_FAILURE;
}

void tr_last_words_tell(struct tr_arena *arena, const struct tr_report *report, struct tr_finding *finding)
{
    const char *error = report->io ? library_error(arena, report->io->stderr) : NULL;
    const char *line = error ? error : report->io ? last_line(arena, report->io->stderr) : NULL;
    /* assert() of the C library says what the finding has read from memory. */
    bool is_told = finding->kind == TR_KIND_ASSERTION_FAILURE && (!line || (!error && own_words(line) == line));
    if (!line || !gives_up(finding->kind) || is_told)
        return;
    tr_auto_str struct tr_str words = {0};
    tr_str_add_quoted(&words, own_words(line));
    const char *quoted = tr_arena_strdup(arena, tr_str_text(&words));
    if (finding->kind != TR_KIND_ASSERTION_FAILURE && !strstr(finding->summary, quoted))
        finding->summary = tr_arena_printf(arena, "%s, after %s", finding->summary, quoted);
    struct tr_evidence *evidence = tr_list_new(arena, &finding->evidence, struct tr_evidence);
    evidence->text = tr_arena_printf(arena, error ? "the library says %s" : "the last line on standard error is %s", quoted);
    evidence->ref = "/io/stderr";
}

void tr_last_error_tell(const struct tr_facts *facts, struct tr_finding *finding)
{
    const char *error = facts->report->last_error;
    const struct tr_list *failed = facts->report->syscalls ? &facts->report->syscalls->failed : NULL;
    if (!error)
        return;
    for (size_t i = failed ? failed->count : 0; i-- > 0;) {
        const struct tr_syscall *call = tr_list_at(failed, struct tr_syscall, i);
        if (call->process.known || !call->error || strcmp(call->error, error) != 0 || !call->location ||
            !call->location->line.known)
            continue;
        tr_finding_add(facts, finding, tr_arena_printf(facts->arena, "/syscalls/failed/%zu", i),
                       "errno is %s, which %s left at %s:%" PRId64, error, call->name,
                       call->location->file ? tr_facts_name(facts, call->location->file) : "line",
                       call->location->line.value);
        return;
    }
    tr_finding_add(facts, finding, NULL, "errno is %s", error);
}
