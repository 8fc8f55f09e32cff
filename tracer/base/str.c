#include "base/str.h"

#include "base/fatal.h"

#include <stdarg.h>
#include <string.h>

void tr_str_deinit(struct tr_str *str)
{
    free(str->bytes);
    *str = (struct tr_str){0};
}

static void reserve(struct tr_str *str, size_t more)
{
    size_t wanted = str->size + more + 1;
    if (wanted <= str->capacity)
        return;
    size_t capacity = str->capacity ? str->capacity : 64;
    while (capacity < wanted)
        capacity *= 2;
    char *bytes = realloc(str->bytes, capacity);
    if (!bytes)
        tr_fatal("out of memory");
    str->bytes = bytes;
    str->capacity = capacity;
}

void tr_str_add(struct tr_str *str, const void *bytes, size_t size)
{
    reserve(str, size);
    if (size)
        memcpy(str->bytes + str->size, bytes, size);
    str->size += size;
    str->bytes[str->size] = '\0';
}

void tr_str_add_text(struct tr_str *str, const char *text) { tr_str_add(str, text, strlen(text)); }

void tr_str_add_char(struct tr_str *str, char c) { tr_str_add(str, &c, 1); }

void tr_str_printf(struct tr_str *str, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length > 0) {
        reserve(str, (size_t)length);
        vsnprintf(str->bytes + str->size, (size_t)length + 1, format, again);
        str->size += (size_t)length;
    }
    va_end(again);
}

const char *tr_str_text(const struct tr_str *str) { return str->bytes ? str->bytes : ""; }
