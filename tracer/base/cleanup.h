/* Scope-bound ownership: the compiler's cleanup attribute behind a few names. Used by every module. */
#ifndef TR_BASE_CLEANUP_H
#define TR_BASE_CLEANUP_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TR_CLEANUP(function) __attribute__((cleanup(function)))

static inline void tr_cleanup_free(void *slot) { free(*(void **)slot); }

static inline void tr_cleanup_close(const int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

static inline void tr_cleanup_fclose(FILE **file)
{
    if (*file)
        fclose(*file);
}

#define tr_auto_free TR_CLEANUP(tr_cleanup_free)
#define tr_auto_close TR_CLEANUP(tr_cleanup_close)
#define tr_auto_fclose TR_CLEANUP(tr_cleanup_fclose)

/** Move a pointer out of an owning variable: yields the value and leaves NULL behind. */
#define tr_take(pointer)                \
    __extension__({                     \
        __typeof__(pointer) taken_ = (pointer); \
        (pointer) = NULL;               \
        taken_;                         \
    })

/** The same for a descriptor: leaves -1 behind. */
#define tr_take_fd(fd)      \
    __extension__({         \
        int taken_ = (fd);  \
        (fd) = -1;          \
        taken_;             \
    })

#define TR_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
