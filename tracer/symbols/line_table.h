/*
 * The line table of one unit, decoded by ourselves: libdw merges its sequences into one sorted array, in which the rows of
 * functions that the linker dropped, left at address 0, mix with those of living code; and it reads damaged tables of any
 * size. Private to symbols/. Source: DWARF 5, 6.2.
 */
#ifndef TR_SYMBOLS_LINE_TABLE_H
#define TR_SYMBOLS_LINE_TABLE_H

#include "symbols/intervals.h"

#include <libelf.h>

struct line_row {
    uint64_t address; /* file address */
    uint32_t line : 30, is_statement : 1, prologue_end : 1;
    uint16_t column, file;
};

/** One contiguous piece of code: [low, high) in file addresses. */
struct line_sequence {
    uint64_t low, high;
    const unsigned char *program; /* borrowed from the section: the operations that make its rows */
    struct line_row *rows;        /* NULL until they were asked for; ascending, the last one only ends the sequence */
    size_t count;
};

struct line_header; /* line_table.c */

struct line_file {
    const char *name; /* borrowed from the section */
    const char *path; /* absolute, once it was asked for */
    uint64_t folder;  /* index into folders[] */
};

struct line_table {
    struct tr_arena *arena;
    struct line_header *header;
    struct line_sequence *sequences;
    size_t sequence_count, sequence_capacity;
    struct intervals ranges; /* file addresses -> sequences[] */
    const char **folders;
    size_t folder_count;
    struct line_file *files; /* numbered as in the table: from 0 in version 5, from 1 before */
    size_t file_count;
    bool is_version_5;
};

/** Where a table lies: sections of one file, and bounds of its code outside of which a sequence is not kept. */
struct line_source {
    Elf *elf;
    const char *section; /* ".debug_line", or ".debug_line.dwo" */
    uint64_t offset;
    uint64_t low, high;  /* file addresses, [low, high) */
};

/**
 * Read a table's names and sequences; what is damaged, or beyond TR_LIMIT_LINE_ROWS, is left out. Rows are made for the
 * sequences that are asked for: few of the thousands of a C++ program. @return in @p arena.
 */
struct line_table *line_table_read(struct tr_arena *arena, const struct line_source *source)
    __attribute__((returns_nonnull));

/** The sequence that contains file address @p address, with its rows, or NULL. */
const struct line_sequence *line_table_sequence(const struct line_table *table, uint64_t address);

/** Index of the row of @p sequence in force at @p address, which lies in it. */
size_t line_sequence_row(const struct line_sequence *sequence, uint64_t address);

#endif
