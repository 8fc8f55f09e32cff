#include "sandbox/rule.h"

#include "base/cleanup.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

#include "sandbox_programs.inc"

static const struct {
    const char *name, *why;
} rules[] = {
#define RULE(id, name, why) {name, why},
#include "sandbox/rules.def"
};

static const struct {
    long number;
    int argument;
} targets[] = {
#define TARGET(profiles, rule, call, argument, ...) {SYS_##call, argument},
#include "sandbox/rules.def"
};

static const struct tr_rule_paths watched[] = {
#define WATCH(profiles, rule, call, folder, path, folder2, path2) {SYS_##call, {folder, folder2}, {path, path2}},
#include "sandbox/rules.def"
};

enum tr_rule tr_mark_rule(unsigned long mark)
{
    unsigned rule = mark & 0xff;
    return rule < TR_RULES ? (enum tr_rule)rule : TR_RULE_KERNEL;
}

const char *tr_rule_name(enum tr_rule rule) { return rules[rule].name; }
const char *tr_rule_why(enum tr_rule rule) { return rules[rule].why; }

int tr_rule_target(long number)
{
    for (size_t i = 0; i < TR_COUNT(targets); i++)
        if (targets[i].number == number)
            return targets[i].argument;
    return -1;
}

const struct tr_rule_paths *tr_rule_paths(long number)
{
    for (size_t i = 0; i < TR_COUNT(watched); i++)
        if (watched[i].number == number)
            return &watched[i];
    return NULL;
}

const struct sock_fprog *tr_rule_filter(unsigned bit)
{
    /* struct sock_fprog wants a writable pointer; the kernel only reads. */
#define PROGRAM(code) {TR_COUNT(code), (struct sock_filter *)(uintptr_t)(code)}
    static const struct sock_fprog student = PROGRAM(student_code), strict = PROGRAM(strict_code), worker = PROGRAM(worker_code);
    return bit == TR_PROFILE_BIT_WORKER ? &worker : bit == TR_PROFILE_BIT_STRICT ? &strict : &student;
}
