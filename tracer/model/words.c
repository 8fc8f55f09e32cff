#include "model/words.h"

#include <string.h>

#define TEXT(name, text) text,
#define DEFINE(tag, prefix, list)                                             \
    static const char *const tag##_texts[] = {"", list(TEXT)};                \
    const struct tr_words tr_words_##tag = {#tag, tag##_texts, sizeof(tag##_texts) / sizeof(tag##_texts[0])};

TR_VOCABULARIES(DEFINE)

const char *tr_words_text(const struct tr_words *words, unsigned index)
{
    return index < words->count ? words->words[index] : "";
}

unsigned tr_words_find(const struct tr_words *words, const char *text)
{
    for (unsigned i = 1; i < words->count; i++)
        if (strcmp(words->words[i], text) == 0)
            return i;
    return 0;
}
