/* stops: long trim count sort */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

typedef struct {
    char *text;
    size_t length, capacity;
} buffer_t;

struct word {
    char *text;
    unsigned short count;
};

static void append(buffer_t *buffer, const char *format, ...)
{
    char piece[32];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(piece, sizeof(piece), format, arguments);
    va_end(arguments);
    if (buffer->length + (size_t)size >= buffer->capacity) {
        if (buffer->capacity >= 64)
            abort();
        buffer->capacity = buffer->capacity ? buffer->capacity * 2 : 16;
        buffer->text = realloc(buffer->text, buffer->capacity);
    }
    memcpy(buffer->text + buffer->length, piece, (size_t)size + 1);
    buffer->length += (size_t)size;
}

__attribute__((noinline)) static char *trim(char *text)
{
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

__attribute__((noinline)) static size_t split(char *text, struct word *words, size_t limit)
{
    size_t count = 0;
    char *state = NULL;
    for (char *token = strtok_r(text, " ,", &state); token; token = strtok_r(NULL, " ,", &state)) {
        size_t i = 0;
        while (i < count && strcmp(words[i].text, token) != 0)
            i++;
        if (i == count) {
            if (count == limit)
                words = NULL;
            words[count++] = (struct word){token, 0};
        }
        words[i].count++;
    }
    return count;
}

static int by_count(const void *a, const void *b)
{
    const struct word *left = a, *right = b;
    int difference = right->count - left->count;
    return difference ? difference : strcmp(left->text, right->text);
}

int main(int argc, char **argv)
{
    const char *stop = argc > 1 ? argv[1] : "";
    buffer_t buffer = {0};
    struct word words[8] = {{0}};
    char line[] = "  the cat, the dog, the bird and the cat  ";
    for (int i = 0; i < (strcmp(stop, "long") == 0 ? 30 : 3); i++)
        append(&buffer, "%d:%s;", i, "item");
    char *clean = trim(strcmp(stop, "trim") == 0 ? (char *)"constant   " : line);
    size_t count = split(clean, words, strcmp(stop, "count") == 0 ? 3 : LENGTH(words));
    if (strcmp(stop, "sort") == 0)
        words[2].text = (char *)1;
    qsort(words, count, sizeof(words[0]), by_count);
    for (size_t i = 0; i < count; i++)
        printf("%s %d\n", words[i].text, words[i].count);
    abort();
}
