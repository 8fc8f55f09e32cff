/* What arrived on a captured stream: all bytes counted, the first and the last ones kept. Private to supervise/. */
#ifndef TR_SUPERVISE_KEPT_H
#define TR_SUPERVISE_KEPT_H

#include "model/report.h"

struct tr_kept {
    uint64_t bytes;
    unsigned char *head; /* the first TR_LIMIT_CAPTURE_HEAD bytes, malloc */
    unsigned char *tail; /* ring of the TR_LIMIT_CAPTURE_TAIL last bytes after these, malloc */
    size_t head_size;
};

void tr_kept_add(struct tr_kept *kept, const void *bytes, size_t size);
void tr_kept_deinit(struct tr_kept *kept);

/** @return the report's record, in @p arena: text where it is UTF-8 without NUL, else base64. */
struct tr_output *tr_kept_report(const struct tr_kept *kept, struct tr_arena *arena) __attribute__((returns_nonnull));

#endif
