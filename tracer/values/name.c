#include "values/name.h"

#include "base/cleanup.h"
#include "symbols/type.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 48 };

struct counter {
    const char *word;
    unsigned next;
    bool plain_taken;
};

static const char *skip_keywords(const char *text)
{
    static const char *const keywords[] = {"const ", "volatile ", "struct ", "union ", "class ", "enum "};
    for (size_t i = 0; i < TR_COUNT(keywords);) {
        size_t length = strlen(keywords[i]);
        if (strncmp(text, keywords[i], length) == 0) {
            text += length;
            i = 0;
        } else {
            i++;
        }
    }
    return text;
}

static bool is_fit(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || c == '_';
}

/* The name without template arguments, stars and bounds; other blanks become underscores. */
static const char *word_of(struct tr_arena *arena, const char *text)
{
    char word[LONGEST + 1];
    size_t size = 0;
    for (; *text && size < LONGEST && !strchr("*[&(<{", *text); text++)
        word[size++] = is_fit(*text) ? *text : '_';
    while (size && word[size - 1] == '_')
        size--;
    return size ? tr_arena_strndup(arena, word, size) : "object";
}

static struct counter *counter_of(struct tr_arena *arena, struct tr_names *names, const char *word)
{
    TR_EACH(struct counter, counter, &names->counters)
    if (strcmp(counter->word, word) == 0)
        return counter;
    struct counter *counter = tr_list_new(arena, &names->counters, struct counter);
    counter->word = word;
    return counter;
}

const char *tr_name_object(struct tr_arena *arena, struct tr_names *names, const char *text, bool is_variable)
{
    const char *word = word_of(arena, is_variable ? text : tr_last_component(skip_keywords(text)));
    struct counter *counter = counter_of(arena, names, word);
    if (is_variable && !counter->plain_taken) {
        counter->plain_taken = true;
        return counter->word;
    }
    return tr_arena_printf(arena, "%s#%u", word, counter->next++);
}
