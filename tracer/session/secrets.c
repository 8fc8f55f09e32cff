#include "session/secrets.h"

#include "base/base64.h"
#include "base/cleanup.h"
#include "base/secret.h"
#include "base/str.h"
#include "base/utf8.h"
#include "model/visit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

enum {
    /* Shorter values ("1", "yes") occur everywhere and keep no secret. */
    SHORTEST_SECRET = 6,
    /* Texts are cut: so much of a longer secret, at either end of it, is masked, too. */
    PIECE = 12,
};

static const char masked_reason[] = "masked: it looks like a secret";

/* One way in which a secret may be written. */
struct form {
    const char *text;
    size_t size, piece; /* what of it has to be there, at its beginning or end */
};

struct secrets {
    struct tr_arena *arena;
    struct tr_list forms;  /* struct form * */
    struct tr_list values; /* const char *: as they are */
};

/* ---- what is secret ---- */

static void add_form(struct secrets *secrets, const char *text)
{
    size_t size = strlen(text);
    /* The beginning of a path is the beginning of many. */
    size_t piece = text[0] == '/' || size < PIECE ? size : PIECE;
    *tr_list_new(secrets->arena, &secrets->forms, struct form) = (struct form){text, size, piece};
}

static void add_secret(struct secrets *secrets, const char *value)
{
    if (strlen(value) < SHORTEST_SECRET)
        return;
    tr_list_add(secrets->arena, &secrets->values, (void *)value);
    tr_auto_str struct tr_str escaped = {0};
    tr_str_add_escaped(&escaped, value, strlen(value));
    if (strcmp(tr_str_text(&escaped), value) != 0)
        add_form(secrets, tr_arena_strdup(secrets->arena, tr_str_text(&escaped)));
    add_form(secrets, value);
}

static void add_environment(struct secrets *secrets)
{
    for (char **entry = environ; *entry; entry++) {
        const char *equals = strchr(*entry, '=');
        if (equals && tr_secret_name_n(*entry, (size_t)(equals - *entry)))
            add_secret(secrets, equals + 1);
    }
}

/* Whether the first @p size bytes of an argument name a secret, as "PASSWORD", "--api-key" or "--password" do. */
static bool names_secret(struct secrets *secrets, const char *word, size_t size)
{
    char *name = tr_arena_strndup(secrets->arena, word, size);
    for (char *c = name; *c; c++) {
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != '-')
            return false;
        if (*c == '-')
            *c = '_';
    }
    return tr_secret_name(name);
}

/* "NAME=VALUE", or an option and its value behind it. */
static void add_arguments(struct secrets *secrets, const struct tr_list *arguments)
{
    bool is_value = false;
    TR_EACH(const char, word, arguments)
    {
        const char *equals = strchr(word, '=');
        if (is_value)
            add_secret(secrets, word);
        else if (equals && names_secret(secrets, word, (size_t)(equals - word)))
            add_secret(secrets, equals + 1);
        is_value = !is_value && word[0] == '-' && !equals && names_secret(secrets, word, strlen(word));
    }
}

/* ---- in text ---- */

/* Where in @p text a secret of this form stands first; @p ret_size is its size. NULL: nowhere. */
static const char *find_whole(const char *text, const struct form *form, size_t *ret_size)
{
    *ret_size = form->size;
    return strstr(text, form->text);
}

/* The same for a piece of it, and as much as goes on from there. */
static const char *find_piece(const char *text, const struct form *form, size_t *ret_size)
{
    char piece[PIECE + 1];
    if (form->piece == form->size)
        return NULL;
    memcpy(piece, form->text, form->piece);
    piece[form->piece] = '\0';
    const char *head = strstr(text, piece);
    memcpy(piece, form->text + form->size - form->piece, form->piece);
    const char *tail = strstr(text, piece);
    if (head && (!tail || head <= tail)) {
        size_t size = form->piece;
        while (size < form->size && head[size] == form->text[size])
            size++;
        *ret_size = size;
        return head;
    }
    size_t size = form->piece;
    while (tail && tail > text && size < form->size && tail[-1] == form->text[form->size - size - 1])
        tail--, size++;
    *ret_size = size;
    return tail;
}

typedef const char *find_fn(const char *text, const struct form *form, size_t *ret_size);

static const char *mask_found(struct secrets *secrets, const char *text, find_fn *find)
{
    TR_EACH(const struct form, form, &secrets->forms)
    {
        size_t size;
        const char *from = text, *at = find(from, form, &size);
        if (!at)
            continue;
        tr_auto_str struct tr_str masked = {0};
        for (; at; from = at + size, at = find(from, form, &size)) {
            tr_str_add(&masked, from, (size_t)(at - from));
            tr_str_add_text(&masked, TR_SECRET_MASK);
        }
        tr_str_add_text(&masked, from);
        text = tr_arena_strdup(secrets->arena, tr_str_text(&masked));
    }
    return text;
}

/* A tr_string_fn. Whole ones first: a piece of one form may stand in the other. */
static const char *mask(void *arg, const char *text)
{
    return mask_found(arg, mask_found(arg, text, find_whole), find_piece);
}

/* ---- in base64, where it may begin at any of three places of a group ---- */

/* The digits that @p value alone decides when @p shift bytes of another text precede it. */
static char *digits_of(struct tr_arena *arena, const char *value, size_t shift)
{
    static const char before[] = "xx";
    const char *bytes = tr_arena_printf(arena, "%.*s%s", (int)shift, before, value);
    size_t size = strlen(bytes), first = (shift * 8 + 5) / 6;
    char *digits = tr_base64(arena, bytes, size);
    digits[size * 8 / 6] = '\0';
    return digits + first;
}

static const char *mask_encoded(struct secrets *secrets, const char *text)
{
    static const char stars[] = "Kioq"; /* "***" */
    TR_EACH(const char, value, &secrets->values)
    for (size_t shift = 0; text && shift < 3; shift++) {
        const char *digits = digits_of(secrets->arena, value, shift);
        const char *at = strstr(text, digits);
        if (!at)
            continue;
        char *masked = tr_arena_strdup(secrets->arena, text);
        for (char *found = masked + (at - text); found; found = strstr(found, digits))
            for (size_t i = 0; digits[i]; i++)
                found[i] = stars[(size_t)(found + i - masked) % 4];
        text = masked;
    }
    return text;
}

/* A tr_record_fn. */
static bool mask_stream(void *arg, void *object)
{
    struct tr_output *output = object;
    output->base64 = mask_encoded(arg, output->base64);
    output->tail_base64 = mask_encoded(arg, output->tail_base64);
    return false;
}

/* ---- character by character, as arrays and containers of them are shown ---- */

static bool add_character(struct tr_str *text, const struct tr_variable *element)
{
    const char *value = element->value;
    if (!value || (element->kind != TR_VALUE_CHARACTER && element->kind != TR_VALUE_INTEGER))
        return false;
    const char *quote = strchr(value, '\'');
    long number = strtol(value, NULL, 0);
    size_t escape = quote && quote[1] == '\\' && strchr("\\'\"", quote[2]) ? 1 : 0;
    if (quote && quote[1])
        tr_str_add(text, quote + 1 + escape, strlen(quote) - 2 - escape);
    else if (number > 0 && number < 128)
        tr_str_add_char(text, (char)number);
    else
        return false;
    return true;
}

static bool shows_secret(struct secrets *secrets, const struct tr_list *elements)
{
    tr_auto_str struct tr_str text = {0};
    TR_EACH(const struct tr_variable, element, elements)
    {
        if (!add_character(&text, element))
            tr_str_add_char(&text, '\n');
    }
    return text.size >= SHORTEST_SECRET && mask(secrets, text.bytes) != text.bytes;
}

/* @return whether the list of elements is hidden. */
static bool hide_elements(struct secrets *secrets, struct tr_list *elements, struct tr_number *omitted)
{
    if (!shows_secret(secrets, elements))
        return false;
    *omitted = tr_number((int64_t)elements->count + (omitted->known ? omitted->value : 0));
    *elements = (struct tr_list){0};
    return true;
}

/* A tr_record_fn. */
static bool mask_variable(void *arg, void *object)
{
    struct tr_variable *variable = object;
    if (!hide_elements(arg, &variable->children, &variable->omitted_children))
        return false;
    variable->state = TR_STATE_PARTIAL;
    variable->reason = masked_reason;
    return true;
}

/* A tr_record_fn. */
static bool mask_object(void *arg, void *object)
{
    struct tr_object *of = object;
    if (!hide_elements(arg, &of->children, &of->omitted_children))
        return false;
    of->state = TR_STATE_PARTIAL;
    of->reason = masked_reason;
    return true;
}

void tr_session_mask_secrets(struct tr_arena *arena, struct tr_report *report)
{
    struct secrets secrets = {.arena = arena};
    add_environment(&secrets);
    TR_EACH(const struct tr_process, process, &report->processes) { add_arguments(&secrets, &process->arguments); }
    if (!secrets.values.count)
        return;
    tr_record_each(&tr_record_report, report, &tr_record_variable, mask_variable, &secrets);
    tr_record_each(&tr_record_report, report, &tr_record_object, mask_object, &secrets);
    tr_record_each(&tr_record_report, report, &tr_record_output, mask_stream, &secrets);
    tr_record_replace_strings(&tr_record_report, report, mask, &secrets);
}
