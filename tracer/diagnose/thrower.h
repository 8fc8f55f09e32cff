/* Functions of the C++ library that refuse what they are given, by an exception or by an assertion of the library: which
   part of the user's call it was, and its value. */
#ifndef TR_DIAGNOSE_THROWER_H
#define TR_DIAGNOSE_THROWER_H

#include "diagnose/facts.h"

/** What the library did not accept. */
struct tr_refusal {
    const struct tr_evaluated *call, *culprit; /* culprit NULL: not known */
    const char *reason;                        /* "index pick = 7 is outside of scores, which has 3 elements" */
    const char *hint;
};

/** Whether the function of the library that the user's frame had called is one of these, and the values tell why. */
bool tr_refusal_find(const struct tr_facts *facts, struct tr_refusal *ret);

#endif
