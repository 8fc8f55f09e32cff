#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct tr_error no_memory = {.code = TR_ERROR_NO_MEMORY, .message = (char *)"out of memory"};

struct tr_error *tr_error_no_memory(void) { return &no_memory; }

static struct tr_error *make(enum tr_error_code code, int errno_value, const char *format, va_list arguments)
{
    struct tr_error *error = calloc(1, sizeof(*error));
    if (!error)
        return &no_memory;
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0) {
        free(error);
        return &no_memory;
    }
    if (errno_value) {
        char *whole = NULL;
        int length = asprintf(&whole, "%s: %s", text, strerror(errno_value));
        free(text);
        if (length < 0) {
            free(error);
            return &no_memory;
        }
        text = whole;
    }
    *error = (struct tr_error){.code = code, .errno_value = errno_value, .message = text};
    return error;
}

struct tr_error *tr_error_make(enum tr_error_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct tr_error *error = make(code, 0, format, arguments);
    va_end(arguments);
    return error;
}

struct tr_error *tr_error_system(int errno_value, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct tr_error *error = make(TR_ERROR_SYSTEM, errno_value, format, arguments);
    va_end(arguments);
    return error;
}

void tr_error_destroy(struct tr_error *error)
{
    if (!error || error == &no_memory)
        return;
    free(error->message);
    free(error);
}
