/*
 * Errors: NULL is success, anything else is owned by the caller and tells what, where and what to do in one line.
 * "Not known, because" is not an error but a value of the report (model/). docs/ERRORS.md.
 */
#ifndef TR_BASE_ERROR_H
#define TR_BASE_ERROR_H

enum tr_error_code {
    TR_ERROR_OTHER,       /* our own failure */
    TR_ERROR_USAGE,       /* a wrong command line */
    TR_ERROR_SYSTEM,      /* a system call failed; errno_value is set */
    TR_ERROR_NOT_FOUND,   /* the program, or its interpreter, is not there */
    TR_ERROR_NOT_EXECUTABLE,
    TR_ERROR_MALFORMED,   /* input that does not obey its format */
    TR_ERROR_NO_MEMORY,
};

struct tr_error {
    enum tr_error_code code;
    int errno_value; /* 0 unless code is TR_ERROR_SYSTEM */
    char *message;   /* one line, no trailing newline */
};

#define TR_MUST_USE __attribute__((warn_unused_result))

/**
 * Make an error from a printf format.
 *
 * @return never NULL; owned by the caller, ended with tr_error_destroy().
 */
struct tr_error *tr_error_make(enum tr_error_code code, const char *format, ...)
    __attribute__((format(printf, 2, 3), returns_nonnull)) TR_MUST_USE;

/** Like tr_error_make() with code TR_ERROR_SYSTEM; ": " and strerror(@p errno_value) are appended. */
struct tr_error *tr_error_system(int errno_value, const char *format, ...)
    __attribute__((format(printf, 2, 3), returns_nonnull)) TR_MUST_USE;

/** The error for a failed allocation; static, needs no memory. */
struct tr_error *tr_error_no_memory(void) __attribute__((returns_nonnull)) TR_MUST_USE;

/** Free an error; NULL is allowed. */
void tr_error_destroy(struct tr_error *error);

static inline void tr_cleanup_error(struct tr_error **error) { tr_error_destroy(*error); }
#define tr_auto_error TR_CLEANUP(tr_cleanup_error)

/** Return from the caller with the error of @p expression, if it has one. */
#define TR_TRY(expression)                        \
    do {                                          \
        struct tr_error *try_error_ = (expression); \
        if (try_error_)                           \
            return try_error_;                    \
    } while (0)

#endif
