/*
 * The rules of a sandbox (rules.def), as the filter's marks name them. May use: base. Used by: supervise, analysis.
 */
#ifndef TR_SANDBOX_RULE_H
#define TR_SANDBOX_RULE_H

#include <linux/filter.h>
#include <stdbool.h>

enum tr_rule {
#define RULE(id, name, why) TR_RULE_##id,
#include "sandbox/rules.def"
    TR_RULES
};

/** What happens to a call that a row of rules.def is about. */
enum tr_refusal {
    TR_REFUSAL_DENY = 1,
    TR_REFUSAL_REFUSE,
    TR_REFUSAL_TARGET,
    TR_REFUSAL_WATCH,
};

/* Which profiles a row belongs to. The worker is no profile of a run: it reads what a run has left. */
enum { TR_PROFILE_BIT_STUDENT = 1 << 0, TR_PROFILE_BIT_STRICT = 1 << 1, TR_PROFILE_BIT_WORKER = 1 << 2 };

/* SECCOMP_RET_TRACE data of the sandbox's filters; above the marks of syscalls/filter.h. */
enum { TR_MARK_SANDBOX = 0x4000 };
#define TR_SANDBOX_MARK(refusal, rule) ((unsigned)TR_MARK_SANDBOX | (unsigned)(refusal) << 8 | (unsigned)(rule))

static inline bool tr_mark_is_sandbox(unsigned long mark) { return mark & TR_MARK_SANDBOX; }
static inline enum tr_refusal tr_mark_refusal(unsigned long mark) { return (enum tr_refusal)(mark >> 8 & 0x3f); }

/** @return the rule of a mark of the sandbox; TR_RULE_KERNEL where the mark names none. */
enum tr_rule tr_mark_rule(unsigned long mark);

/** Name of a rule for programs ("network") and the reason as part of a sentence ("there is no network"). */
const char *tr_rule_name(enum tr_rule rule);
const char *tr_rule_why(enum tr_rule rule);

/** Which argument (0..5) of call @p number names a process that must be of the run; -1 when none does. */
int tr_rule_target(long number);

/** Which arguments of a call are paths, and descriptors of the folders that these start from; -1: none. */
struct tr_rule_paths {
    long number;
    int folder[2], path[2];
};

/** @return the row of call @p number, static; NULL when it is not watched. */
const struct tr_rule_paths *tr_rule_paths(long number);

/** The seccomp program of the profile with @p bit, static. */
const struct sock_fprog *tr_rule_filter(unsigned bit) __attribute__((returns_nonnull));

#endif
