/* The enums of words.def and their tables: enum tr_kind with TR_KIND_NULL_POINTER_DEREFERENCE, tr_words_kind, … */
#ifndef TR_MODEL_WORDS_H
#define TR_MODEL_WORDS_H

#include "model/record.h"
#include "model/words.def"

/* The prefix comes second to last so that each list can be expanded with it. */
#define TR_WORD_STATUS(n, t) TR_STATUS_##n,
#define TR_WORD_ENDED_BY(n, t) TR_ENDED_BY_##n,
#define TR_WORD_KIND(n, t) TR_KIND_##n,
#define TR_WORD_CONFIDENCE(n, t) TR_CONFIDENCE_##n,
#define TR_WORD_ROLE(n, t) TR_ROLE_##n,
#define TR_WORD_ORIGIN(n, t) TR_ORIGIN_##n,
#define TR_WORD_DEBUG_INFO(n, t) TR_DEBUG_INFO_##n,
#define TR_WORD_THREAD(n, t) TR_THREAD_##n,
#define TR_WORD_TRUST(n, t) TR_TRUST_##n,
#define TR_WORD_VALUE(n, t) TR_VALUE_##n,
#define TR_WORD_STATE(n, t) TR_STATE_##n,
#define TR_WORD_ACCESS(n, t) TR_ACCESS_##n,
#define TR_WORD_BLOCK(n, t) TR_BLOCK_##n,
#define TR_WORD_LIMIT_FROM(n, t) TR_LIMIT_FROM_##n,
#define TR_WORD_BOUND(n, t) TR_BOUND_##n,
#define TR_WORD_PATCH(n, t) TR_PATCH_##n,

#define TR_DECLARE_VOCABULARY(tag, prefix, list)                \
    enum tr_##tag { TR_##prefix##_ABSENT, list(TR_WORD_##prefix) TR_##prefix##_COUNT }; \
    extern const struct tr_words tr_words_##tag;

TR_VOCABULARIES(TR_DECLARE_VOCABULARY)

#endif
