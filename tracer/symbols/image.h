/*
 * Images: the ELF files that a process has mapped (executable, shared objects, vdso), found from the mappings and the
 * program headers in tracee memory, so that a deleted, replaced or foreign file is known too. (Called "image" because
 * struct tr_module is the report's record.)
 *
 * The file behind an image is opened lazily, through the opener, and only believed when its build id (or, without one, its
 * program headers) equals what is in memory. Everything that goes wrong with it is a reason, not an error.
 */
#ifndef TR_SYMBOLS_IMAGE_H
#define TR_SYMBOLS_IMAGE_H

#include "base/arena.h"
#include "base/file.h"
#include "process/maps.h"
#include "process/memory.h"

#include <elfutils/libdw.h>
#include <gelf.h>
#include <libelf.h>

struct tr_dwarf; /* symbols/dwarf.h */
struct tr_symbol_table;

struct tr_image {
    const char *path;        /* as mapped; "[vdso]" for the vdso */
    uint64_t start, end;     /* [start, end): from the first to behind the last mapping, tracee space */
    uint64_t bias;           /* run-time address = file address + bias */
    uint64_t eh_frame_hdr;   /* PT_GNU_EH_FRAME, run-time address; 0 when there is none */
    uint64_t eh_frame_hdr_size;
    uint64_t dynamic;        /* PT_DYNAMIC, run-time address; 0 when static */
    uint64_t entry;          /* e_entry + bias */
    const char *build_id;    /* hexadecimal, from the note in memory; NULL when there is none */
    bool is_main;            /* the executable itself */
    bool is_system;          /* lies in a system or toolchain folder (/lib, /usr/lib, …) or is the vdso: its DWARF stays closed */
    bool is_32bit;
    bool deleted;
    const char *file_reason; /* why the file could not be used; NULL while untried or fine */

    /* Private to symbols/. */
    const struct tr_images *owner;
    bool elf_tried;
    int fd;
    Elf *elf;
    struct tr_symbol_table *symbols;
    struct tr_dwarf *dwarf;
};

struct tr_images {
    struct tr_arena *arena;
    struct tr_memory *memory;
    const struct tr_maps *maps;
    struct tr_file_opener opener;
    const char *debuginfod; /* servers to ask for debug information, separated by blanks; NULL: none. Set by the caller */
    int executable_fd;  /* /proc/PID/exe opened for reading, borrowed; -1 when not to be had */
    struct tr_image **items;
    size_t count;
};

/**
 * Find the images of a stopped process. Reads program headers from memory, opens no file.
 *
 * @param arena          keeps the images.
 * @param executable_fd  /proc/PID/exe: used for the executable's own image even when its path is gone; -1 if unknown.
 * @param entry          AT_ENTRY of the auxiliary vector: tells which image is the executable; 0 if unknown.
 * @param vdso           AT_SYSINFO_EHDR, 0 if unknown.
 * @return never NULL; ended with tr_images_deinit(). All pointers given are borrowed for its life.
 */
struct tr_images *tr_images_create(struct tr_arena *arena, struct tr_memory *memory, const struct tr_maps *maps,
                                   struct tr_file_opener opener, int executable_fd, uint64_t entry, uint64_t vdso)
    __attribute__((returns_nonnull));

/** Close files, libelf and libdw handles of all images. */
void tr_images_destroy(struct tr_images *images);

/** The image that contains @p address (tracee space), or NULL. */
struct tr_image *tr_images_find(const struct tr_images *images, uint64_t address);

/** The executable's image, or NULL. */
struct tr_image *tr_images_main(const struct tr_images *images);

/**
 * The image's own file as libelf sees it, opened on first use.
 * @return borrowed; NULL with image->file_reason set when there is no usable file. For "[vdso]" it is made from memory.
 */
Elf *tr_image_elf(struct tr_image *image);

/**
 * Find a section of the image's own file by name, decompressed.
 *
 * @param[out] ret_address  its run-time address (bias added); 0 for a section that is not loaded.
 * @return its bytes, borrowed from libelf, or NULL.
 */
const void *tr_image_section(struct tr_image *image, const char *name, size_t *ret_size, uint64_t *ret_address);

#endif
