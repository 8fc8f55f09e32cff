#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct document {
    char *buffer;
    size_t size;
    int words;
};

static int read_words(struct document *doc, FILE *in)
{
    while (fgets(doc->buffer, doc->size, in)) {
        for (char *w = strtok(doc->buffer, " \n"); w; w = strtok(NULL, " \n"))
            doc->words++;
    }
    return doc->words;
}

int main(void)
{
    struct document doc = {.size = 256};

    printf("%d\n", read_words(&doc, stdin));
    return 0;
}
