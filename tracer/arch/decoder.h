/* What the users of capstone share: the decoder, and its names of registers. Private to arch/. */
#ifndef TR_ARCH_DECODER_H
#define TR_ARCH_DECODER_H

#include <stdbool.h>

#include <capstone/capstone.h>

/** A part of a general register. */
struct register_part {
    unsigned number; /* DWARF's, 0..15 */
    unsigned size;   /* bytes */
    unsigned shift;  /* bits from the lowest: 8 for ah, bh, ch, dh */
};

/** The decoder for one width, opened when first needed and kept: opening costs more than decoding. 0 when it fails. */
csh decoder(bool is_32bit);

/** @return false for what is no general register. */
bool register_part(x86_reg reg, struct register_part *ret);

#endif
