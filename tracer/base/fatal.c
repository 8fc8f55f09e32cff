#include "base/fatal.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

_Noreturn void tr_fatal(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("tracerun: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    _exit(125);
}
