/* The end of the road: no memory, or a mistake of our own that cannot be reported any other way. */
#ifndef TR_BASE_FATAL_H
#define TR_BASE_FATAL_H

/** Print "tracerun: MESSAGE" on standard error and exit with status 125. */
_Noreturn void tr_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
