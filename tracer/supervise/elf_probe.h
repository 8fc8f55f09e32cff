/*
 * A look at a file before it is run: is it an ELF file, for which machine, which loader does it ask for, which
 * sanitizer runtime does it contain? Private to supervise/. The file is hostile: nothing it says is followed without a
 * check.
 */
#ifndef TR_SUPERVISE_ELF_PROBE_H
#define TR_SUPERVISE_ELF_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tr_probe {
    bool readable;      /* false: nothing else is known (an execute-only program) */
    bool is_elf;
    bool is_text;       /* no NUL in its first bytes; an empty file is text */
    uint16_t machine;   /* EM_… */
    bool is_32bit;
    char interpreter[256]; /* PT_INTERP, or what stands behind "#!" up to a blank; "" when none */
    const char *sanitizer; /* "AddressSanitizer" and the like, static; NULL when none was found */
    bool leak_checker;     /* that runtime checks for leaks, which needs a tracer of its own */
};

/** Look at the file behind @p fd, which stays the caller's; -1 is allowed and gives readable = false. */
void tr_probe_file(int fd, struct tr_probe *ret);

/** Name of a machine for a message ("AArch64"), or NULL for a number without a name here. */
const char *tr_machine_name(uint16_t machine);

#endif
