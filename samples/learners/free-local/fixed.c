#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    char *buffer;
    int count;
};

struct text {
    size_t next; /* word to be read next */
    char words[64];
};

static void cleanup(struct parser *p)
{
    free(p->buffer);
    p->buffer = NULL;
}

static int count_words(const char *text)
{
    struct text local = {0, ""};
    struct parser p = {local.words, 0};

    p.buffer = malloc(sizeof local.words);
    snprintf(p.buffer, sizeof local.words, "%s", text);
    for (char *w = strtok(p.buffer, " "); w; w = strtok(NULL, " "))
        p.count++;
    cleanup(&p);
    return p.count;
}

int main(void)
{
    printf("%d\n", count_words("the quick brown fox"));
    return 0;
}
