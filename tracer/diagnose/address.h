/* What a bad address looks like: text, a small number, an address that no memory can have. */
#ifndef TR_DIAGNOSE_ADDRESS_H
#define TR_DIAGNOSE_ADDRESS_H

#include "diagnose/facts.h"

/** First address that x86-64 cannot have in user space with four-level page tables (Intel SDM volume 1, 3.3.7.1). */
#define TR_ADDRESS_END (UINT64_C(1) << 47)

/** Addresses below are never mapped (vm.mmap_min_addr), and what reaches them went through NULL or a small number. */
#define TR_ADDRESS_FIRST UINT64_C(0x10000)

/**
 * The text that the bytes of @p word spell, quoted, when they all do: at least five printable characters, the rest NULs
 * behind them. NULL otherwise. In the arena.
 */
const char *tr_address_text(const struct tr_facts *facts, uint64_t word);

/**
 * The text that runs through the @p size bytes of memory at @p address, quoted, from where it begins before them to
 * where it ends; NULL when those bytes are not all text.
 */
const char *tr_address_text_around(const struct tr_facts *facts, uint64_t address, size_t size);

/**
 * The whole string around @p address, quoted, when text lies there; bytes above ASCII may be anything. NULL otherwise.
 * In the arena.
 */
const char *tr_address_literal(const struct tr_facts *facts, uint64_t address);

/** Whether an address lies so little below 0 that NULL was moved back. */
bool tr_address_is_below_null(uint64_t address);

/** A clause about @p word as a pointer: "is the small number 5", "holds the text \"Maximil\"", …. In the arena. */
const char *tr_address_looks(const struct tr_facts *facts, uint64_t word);

#endif
