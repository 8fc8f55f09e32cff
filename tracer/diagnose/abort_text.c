#include "diagnose/abort_text.h"

#include "base/cleanup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CORRUPT "the allocator's own records have been overwritten, by a write past a block's end or into a freed block"

/* The first row whose text begins the message decides. */
static const struct {
    const char *text;
    struct tr_abort_text is;
} messages[] = {
    {"free(): double free detected", {TR_KIND_DOUBLE_FREE, true, "free was given a block that is already free"}},
    {"double free or corruption (fasttop)",
     {TR_KIND_DOUBLE_FREE, true, "free was given the block that was freed last"}},
    {"double free or corruption (out)", {TR_KIND_HEAP_CORRUPTION, false, CORRUPT}},
    {"double free or corruption", {TR_KIND_DOUBLE_FREE, false, "free was given a block that counts as free already"}},
    {"free(): invalid pointer", {TR_KIND_INVALID_FREE, false, "free was given a pointer that malloc did not return"}},
    {"munmap_chunk(): invalid pointer",
     {TR_KIND_INVALID_FREE, false, "free was given a pointer that malloc did not return"}},
    {"mremap_chunk(): invalid pointer",
     {TR_KIND_INVALID_FREE, false, "realloc was given a pointer that malloc did not return"}},
    {"realloc(): invalid pointer",
     {TR_KIND_INVALID_FREE, false, "realloc was given a pointer that malloc did not return"}},
    {"free(): invalid size",
     {TR_KIND_HEAP_CORRUPTION, false,
      "free was given a pointer that malloc did not return, or the block's record has been overwritten"}},
    {"free(): invalid next size",
     {TR_KIND_HEAP_CORRUPTION, true,
      "what lies behind the freed block has been overwritten: probably a write past its end"}},
    {"malloc_consolidate()", {TR_KIND_HEAP_CORRUPTION, true, CORRUPT}},
    {"malloc()", {TR_KIND_HEAP_CORRUPTION, true, CORRUPT}},
    {"calloc()", {TR_KIND_HEAP_CORRUPTION, true, CORRUPT}},
    {"realloc()", {TR_KIND_HEAP_CORRUPTION, true, CORRUPT}},
    {"free()", {TR_KIND_HEAP_CORRUPTION, true, CORRUPT}},
    {"corrupted ", {TR_KIND_HEAP_CORRUPTION, true, CORRUPT}},
    {"break adjusted to free malloc space", {TR_KIND_HEAP_CORRUPTION, true, CORRUPT}},
    {"invalid fastbin entry", {TR_KIND_HEAP_CORRUPTION, true, CORRUPT}},
    {"*** stack smashing detected ***",
     {TR_KIND_STACK_BUFFER_OVERFLOW, true, "the guard value behind the arrays of the function has been overwritten"}},
    {"*** buffer overflow detected ***",
     {TR_KIND_FORTIFY_FAILURE, true, "a function of the C library was about to write past the end of its destination"}},
    {"*** %n in writable segment detected ***",
     {TR_KIND_FORTIFY_FAILURE, true, "a format that the program could change uses %n"}},
    {"*** invalid %N$ use detected ***", {TR_KIND_FORTIFY_FAILURE, true, "a format numbers its arguments with gaps"}},
    {"*** longjmp causes uninitialized stack frame ***",
     {TR_KIND_FORTIFY_FAILURE, true, "longjmp was asked to go to a function that has returned"}},
    {"*** bit out of range",
     {TR_KIND_FORTIFY_FAILURE, true, "a descriptor that does not fit an fd_set was put into it"}},
};

/* An assertion of the allocator about itself: "Fatal glibc error: malloc assertion failure in sysmalloc: …" (glibc 2.36),
   "Fatal glibc error: malloc.c:2593 (sysmalloc): assertion failed: …" (later), "malloc.c:2617: sysmalloc: Assertion …". */
static bool is_malloc_assertion(const char *message)
{
    if (strstr(message, "malloc assertion failure in "))
        return true;
    const char *file = strstr(message, "malloc.c:");
    return file && (file == message || file[-1] == ' ' || file[-1] == '/') && strcasestr(message, "assertion");
}

bool tr_abort_text_kind(const struct tr_facts *facts, struct tr_abort_text *ret)
{
    static const struct tr_abort_text corruption = {TR_KIND_HEAP_CORRUPTION, true, CORRUPT};
    const char *message = facts->report->abort_message;
    if (!message || !tr_facts_signal(facts, "SIGABRT", NULL))
        return false;
    for (size_t i = 0; i < TR_COUNT(messages); i++)
        if (strncmp(message, messages[i].text, strlen(messages[i].text)) == 0) {
            *ret = messages[i].is;
            return true;
        }
    if (!is_malloc_assertion(message) || !tr_facts_library_frame(facts))
        return false;
    *ret = corruption;
    return true;
}

const char *tr_abort_text_quoted(const struct tr_facts *facts)
{
    const char *message = facts->report->abort_message;
    if (!message)
        return NULL;
    return tr_facts_quoted(facts, tr_arena_strndup(facts->arena, message, strcspn(message, "\r\n")));
}

/* The last ": file:line: " before @p end: program names and files may hold colons of their own. */
static bool find_place(struct tr_arena *arena, const char *message, const char *end, struct tr_assertion *ret)
{
    for (const char *at = end; at-- > message;) {
        if (*at != ':' || at[1] < '0' || at[1] > '9')
            continue;
        char *behind;
        errno = 0;
        long line = strtol(at + 1, &behind, 10);
        if (errno || strncmp(behind, ": ", 2) != 0 || behind >= end)
            continue;
        const char *file = at;
        while (file > message && !(file[-1] == ' ' && file - 1 > message && file[-2] == ':'))
            file--;
        ret->file = tr_arena_strndup(arena, file, (size_t)(at - file));
        ret->line = line;
        const char *function = behind + 2;
        ret->function = function < end ? tr_arena_strndup(arena, function, (size_t)(end - function)) : NULL;
        return true;
    }
    return false;
}

bool tr_assertion_parse(struct tr_arena *arena, const char *message, struct tr_assertion *ret)
{
    static const char begin[] = "Assertion `", end[] = "' failed.";
    const char *assertion = strstr(message, begin);
    const char *condition = assertion ? assertion + sizeof(begin) - 1 : NULL, *last = NULL;
    for (const char *at = condition; at && (at = strstr(at, end)); at++)
        last = at;
    struct tr_assertion found = {0};
    if (!last || !find_place(arena, message, assertion, &found))
        return false;
    size_t length = found.function ? strlen(found.function) : 0;
    if (length > 2 && strcmp(found.function + length - 2, ": ") == 0)
        found.function = tr_arena_strndup(arena, found.function, length - 2);
    found.condition = tr_arena_strndup(arena, condition, (size_t)(last - condition));
    *ret = found;
    return true;
}
