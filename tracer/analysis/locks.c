#include "analysis/locks.h"

#include "analysis/futex_wait.h"
#include "analysis/source.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "syntax/statement.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>

/* Whether following who waits for whom from thread @p start leads back to it. */
static bool is_in_circle(const struct tr_stop *stop, struct tr_memory *memory, size_t start)
{
    size_t at = start;
    for (size_t steps = 0; steps < stop->thread_count; steps++) {
        struct tr_futex_wait wait;
        if (!tr_futex_wait_of(&stop->threads[at], stop, memory, &wait) || wait.is_timed || (at = tr_stop_thread_index(stop, wait.owner)) == SIZE_MAX)
            return false;
        if (at == start)
            return true;
    }
    return false;
}

/* Whether the stop asks why the program does not end. */
static bool shows_waits(const struct tr_stop *stop)
{
    return stop->reason == TR_STOP_TIMEOUT || stop->reason == TR_STOP_DEADLOCK || stop->reason == TR_STOP_LOOK;
}

void tr_analysis_blame(struct tr_arena *arena, struct tr_memory *memory, struct tr_request *request)
{
    struct tr_stop *stop = &request->stop;
    if (!shows_waits(stop) || stop->is_32bit)
        return;
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < stop->thread_count; i++)
        if (is_in_circle(stop, memory, i) && (found == SIZE_MAX || stop->threads[i].tid == stop->pid))
            found = i;
    if (found == SIZE_MAX || found == 0)
        return;
    struct tr_stop_thread *threads = tr_arena_alloc(arena, stop->thread_count * sizeof(*threads));
    struct tr_list waiting_for = {0};
    memcpy(threads, stop->threads, stop->thread_count * sizeof(*threads));
    TR_EACH(const char, text, &request->waiting_for)
    tr_list_add(arena, &waiting_for, (void *)text);
    threads[0] = stop->threads[found];
    threads[found] = stop->threads[0];
    waiting_for.items[0] = request->waiting_for.items[found];
    waiting_for.items[found] = request->waiting_for.items[0];
    stop->threads = threads;
    stop->tid = threads[0].tid;
    request->waiting_for = waiting_for;
}

static const struct tr_frame *user_frame(const struct tr_thread *thread)
{
    TR_EACH(const struct tr_frame, frame, &thread->frames)
    if (frame->user == TR_TRUE)
        return frame;
    return NULL;
}

/* ---- names ---- */

/* The expression of the statement at @p place that is, or points to, the lock. */
static const char *name_in_statement(struct tr_analysis *analysis, const struct tr_statement_place *place,
                                     const char *kind, uint64_t futex)
{
    uint64_t start = futex - tr_lock_reach(kind), end = futex;
    struct tr_report scratch = {0};
    tr_statement_evaluate(analysis->arena, analysis->values, place, &scratch);
    TR_EACH(const struct tr_evaluated, expression, &scratch.expressions)
    {
        bool is_it =
            expression->address.known && expression->address.value >= start && expression->address.value <= end;
        bool points = expression->word.known && expression->word.value >= start && expression->word.value <= end;
        if (!is_it && !points)
            continue;
        /* Of "&a.lock" the lock itself is a part that comes later. */
        return expression->text[0] == '&' ? expression->text + 1 : expression->text;
    }
    return NULL;
}

/* The line numbered @p number; not NUL-terminated. */
static const char *line_at(const char *text, size_t size, int number, size_t *ret_size)
{
    const char *at = text, *end = text + size;
    for (int line = 1; at && at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (line == number) {
            *ret_size = (size_t)((newline ? newline : end) - at);
            return at;
        }
        at = newline ? newline + 1 : NULL;
    }
    return NULL;
}

/*
 * "std::lock_guard<std::mutex> guard(mutex);" may as well declare a function: without its beginning it is an
 * expression.
 * @return the source with blanks there, or NULL when the line is not such a one.
 */
static const char *guard_as_expression(struct tr_analysis *analysis, const struct tr_statement_place *place)
{
    static const char *const guards[] = {"lock_guard", "unique_lock", "scoped_lock", "shared_lock"};
    size_t size;
    const char *line = line_at(place->text, place->size, place->line, &size);
    for (size_t i = 0; line && i < TR_COUNT(guards); i++) {
        const char *guard = memmem(line, size, guards[i], strlen(guards[i]));
        const char *open = guard ? memchr(guard, '(', size - (size_t)(guard - line)) : NULL;
        if (!open)
            continue;
        char *text = tr_arena_strndup(analysis->arena, place->text, place->size);
        for (char *at = text + (guard - place->text);
             at > text + (line - place->text) && at[-1] != ';' && at[-1] != '{'; at--)
            at[-1] = ' ';
        memset(text + (guard - place->text), ' ', (size_t)(open - guard));
        return text;
    }
    return NULL;
}

/*
 * The expression on a line of the frame's function that is, or points to, the lock. Evaluated, so that a name that only
 * looks alike is not taken.
 */
static const char *name_on_line(struct tr_analysis *analysis, const struct tr_valued_frame *valued, int line,
                                int column, const char *kind, uint64_t futex)
{
    struct tr_statement_place place = {
        .function = &valued->function, .context = valued->context, .line = line, .column = column};
    place.text = valued->function.file ? tr_source_text(analysis, valued->function.file, &place.size) : NULL;
    if (!place.text || line <= 0)
        return NULL;
    const char *name = name_in_statement(analysis, &place, kind, futex);
    if (name || !(place.text = guard_as_expression(analysis, &place)))
        return name;
    place.column = 0;
    return name_in_statement(analysis, &place, kind, futex);
}

static const char *name_of_static(struct tr_analysis *analysis, uint64_t address)
{
    Dwarf_Die die;
    uint64_t start;
    if (!tr_static_at(analysis->images, address, &die, &start))
        return NULL;
    const char *name = dwarf_diename(&die);
    if (!name || strncmp(name, "__", 2) == 0) /* a library's own, seen through its headers */
        return NULL;
    return address - start < 8 ? tr_arena_strdup(analysis->arena, name)
                               : tr_arena_printf(analysis->arena, "%s (at byte %" PRIu64 ")", name, address - start);
}

static const struct tr_valued_frame *valued_of(const struct tr_analysis *analysis, const struct tr_frame *frame)
{
    TR_EACH(const struct tr_valued_frame, valued, &analysis->valued_frames)
    if (valued->frame == frame)
        return valued;
    return NULL;
}

static struct tr_location *location_of(struct tr_analysis *analysis, const struct tr_frame *frame)
{
    struct tr_location *location = tr_arena_new(analysis->arena, struct tr_location);
    *location = (struct tr_location){
        .function = frame->function, .file = frame->file, .line = frame->line, .column = frame->column};
    return location;
}

/* ---- where the lock was taken ---- */

/* Whether a line takes a lock, as far as its words tell. */
static bool seems_to_lock(const char *line, size_t size)
{
    static const char *const words[] = {"lock(", "lock (", "_guard", "unique_lock", "scoped_lock", "rdlock", "wrlock"};
    for (size_t i = 0; i < TR_COUNT(words); i++) {
        const char *found = memmem(line, size, words[i], strlen(words[i]));
        if (found && !(found - line >= 2 && memcmp(found - 2, "un", 2) == 0))
            return true;
    }
    return false;
}

/* In one function, from the line that runs backwards. */
static struct tr_location *taken_in(struct tr_analysis *analysis, const struct tr_valued_frame *valued,
                                    const struct tr_lock *lock, unsigned *left)
{
    size_t size, line_size;
    const char *text = valued->function.file ? tr_source_text(analysis, valued->function.file, &size) : NULL;
    Dwarf_Die die = valued->function.die;
    int declared = 0;
    if (!text || dwarf_decl_line(&die, &declared) != 0)
        return NULL;
    for (int line = valued->function.line - 1; line >= declared && *left; line--) {
        const char *at = line_at(text, size, line, &line_size);
        if (!at || !seems_to_lock(at, line_size))
            continue;
        --*left;
        if (!name_on_line(analysis, valued, line, 0, lock->kind, lock->address.value))
            continue;
        struct tr_location *location = location_of(analysis, valued->frame);
        location->line = tr_number(line);
        location->column = (struct tr_number){0};
        return location;
    }
    return NULL;
}

/* By the owner, or, when there is none, by a reader of a read-write lock. */
static struct tr_location *taken_at(struct tr_analysis *analysis, struct tr_lock *lock)
{
    unsigned left = TR_LIMIT_LOCK_LINES;
    TR_EACH(const struct tr_thread, thread, &analysis->report->threads)
    {
        bool may_hold = lock->owner.known ? thread->id.value == lock->owner.value : lock->readers.known;
        if (!may_hold)
            continue;
        TR_EACH(const struct tr_frame, frame, &thread->frames)
        {
            const struct tr_valued_frame *valued = valued_of(analysis, frame);
            struct tr_location *location = valued ? taken_in(analysis, valued, lock, &left) : NULL;
            if (location && !lock->owner.known)
                lock->reader = thread->id;
            if (location)
                return location;
        }
    }
    return NULL;
}

/* ---- the whole ---- */

static bool has_owner(const char *kind)
{
    return strcmp(kind, "mutex") == 0 || strcmp(kind, "rwlock") == 0 || strcmp(kind, "thread") == 0;
}

/*
 * Of a thread that is waited for, the word is cleared when it ends. The main thread stays in the list when it has ended
 * before the others.
 */
static void find_owner(const struct tr_analysis *analysis, const struct tr_futex_wait *wait, int owner, struct tr_lock *lock)
{
    const struct tr_stop *stop = analysis->stop;
    size_t index = tr_stop_thread_index(stop, owner);
    bool is_missing = index == SIZE_MAX && !stop->omitted_threads;
    bool is_gone = is_missing && (!wait->is_shared || (kill(owner, 0) < 0 && errno == ESRCH));
    bool is_copied = is_missing && !wait->is_shared && stop->is_forked;
    lock->owner_ended = tr_truth((is_gone && !is_copied) || (index != SIZE_MAX && stop->threads[index].exiting));
    lock->owner_foreign = tr_truth(is_missing && !is_gone);
    lock->owner_copied = tr_truth(is_copied);
}

static struct tr_lock *add_lock(struct tr_analysis *analysis, const struct tr_thread *thread,
                                const struct tr_futex_wait *wait)
{
    struct tr_lock *lock = tr_list_new(analysis->arena, &analysis->report->locks, struct tr_lock);
    lock->thread = thread->id;
    lock->kind = tr_futex_kind(thread, wait);
    lock->address = tr_word(wait->address);
    lock->timed = tr_truth(wait->is_timed);
    bool is_thread = strcmp(lock->kind, "thread") == 0;
    int owner = strcmp(lock->kind, "rwlock") == 0 ? tr_rwlock_writer(analysis->memory, wait->address)
                : is_thread == wait->is_join      ? wait->owner
                                                  : 0;
    if (has_owner(lock->kind) && owner > 0) {
        lock->owner = tr_number(owner);
        find_owner(analysis, wait, owner, lock);
    }
    uint32_t readers = owner || strcmp(lock->kind, "rwlock") != 0 ? 0 : tr_rwlock_readers(analysis->memory, wait->address);
    if (readers && readers <= (uint32_t)analysis->stop->thread_count + analysis->stop->omitted_threads)
        lock->readers = tr_number(readers);
    const struct tr_frame *frame = user_frame(thread);
    const struct tr_valued_frame *valued = frame ? valued_of(analysis, frame) : NULL;
    if (frame)
        lock->waits_at = location_of(analysis, frame);
    if (!is_thread && valued && analysis->report->locks.count <= TR_LIMIT_LOCKS_NAMED)
        lock->name =
            name_on_line(analysis, valued, valued->function.line, valued->function.column, lock->kind, wait->address);
    if (!is_thread && !lock->name)
        lock->name = name_of_static(analysis, wait->address);
    return lock;
}

static void add_place(struct tr_str *text, const struct tr_location *location)
{
    if (!location || !location->file || !location->line.known)
        return;
    tr_str_add_name(text, location->file);
    tr_str_printf(text, ":%" PRId64, location->line.value);
}

/* ", locked by thread 7, which has ended, at main.c:17". */
static void add_owner(const struct tr_lock *lock, struct tr_str *text)
{
    if (lock->owner.value == lock->thread.value)
        tr_str_add_text(text, ", locked by this thread");
    else
        tr_str_printf(text, ", locked by thread %" PRId64 "%s", lock->owner.value,
                      lock->owner_foreign == TR_TRUE  ? " of another process"
                      : lock->owner_copied == TR_TRUE ? ", which is none of this process"
                      : lock->owner_ended == TR_TRUE  ? ", which has ended"
                                                      : "");
    if (lock->held_since) {
        tr_str_add_text(text, " at ");
        add_place(text, lock->held_since);
    }
}

/* "mutex registry_lock, locked by this thread at main.c:17". */
static const char *describe(struct tr_analysis *analysis, const struct tr_lock *lock)
{
    tr_auto_str struct tr_str text = {0};
    if (strcmp(lock->kind, "thread") == 0) {
        tr_str_add_text(&text, "the end of ");
        tr_str_printf(&text, lock->owner.known ? "thread %" PRId64 : "a thread", lock->owner.value);
    } else {
        tr_str_printf(&text, "%s ", lock->kind);
        if (lock->name)
            tr_str_add_name(&text, lock->name);
        else
            tr_str_printf(&text, "at 0x%" PRIx64, lock->address.value);
        if (lock->owner.known)
            add_owner(lock, &text);
    }
    if (lock->timed == TR_TRUE)
        tr_str_add_text(&text, ", with a time limit");
    return tr_arena_strdup(analysis->arena, tr_str_text(&text));
}

void tr_analysis_locks(struct tr_analysis *analysis)
{
    const struct tr_stop *stop = analysis->stop;
    if (!shows_waits(stop) && stop->reason != TR_STOP_INTERRUPT)
        return;
    for (size_t i = 0; i < stop->thread_count && i < analysis->report->threads.count; i++) {
        struct tr_futex_wait wait;
        struct tr_thread *thread = tr_list_at(&analysis->report->threads, struct tr_thread, i);
        if (!tr_futex_wait_of(&stop->threads[i], stop, analysis->memory, &wait))
            continue;
        struct tr_lock *lock = add_lock(analysis, thread, &wait);
        lock->held_since =
            lock->owner_ended == TR_TRUE || strcmp(lock->kind, "thread") == 0 ? NULL : taken_at(analysis, lock);
        if (strcmp(lock->kind, "futex") != 0)
            thread->waiting_for = describe(analysis, lock);
    }
}
