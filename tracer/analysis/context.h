/* What the steps of one analysis share. Private to analysis/. */
#ifndef TR_ANALYSIS_CONTEXT_H
#define TR_ANALYSIS_CONTEXT_H

#include "analysis/analyze.h"
#include "process/maps.h"
#include "symbols/dwarf.h"
#include "symbols/location.h"
#include "unwind/unwind.h"
#include "values/values.h"

struct tr_analysis {
    struct tr_arena *arena;
    const struct tr_request *request;
    const struct tr_stop *stop;
    struct tr_memory *memory;
    struct tr_file_opener opener;
    struct tr_maps maps;
    struct tr_images *images;
    struct tr_unwinder *unwinder;
    struct tr_values *values;
    struct tr_report *report;
    int64_t step_began;       /* when its last phase began, by tr_now_us() */
    int64_t executable_mtime; /* seconds; 0 when unknown */
    struct source_file *sources;  /* source.c */
    struct tr_list valued_frames; /* struct tr_valued_frame *: whose variables are still to be read */
};

/** A frame of the report and what is needed to read its variables. */
struct tr_valued_frame {
    struct tr_frame *frame;
    const char *pointer; /* JSON pointer of the frame */
    struct tr_function function;
    const struct tr_frame_context *context;
    int position;        /* line that runs in the function, 0 when unknown */
    bool is_primary;     /* of the thread that the stop is about */
};

/** Read tracee memory for a function that takes its reader as an argument; @p memory is a struct tr_memory. */
bool tr_analysis_read(void *memory, uint64_t address, void *buffer, size_t size);

/**
 * The same of what the program itself may read: a tracer also sees what mprotect() has closed. @p analysis is a struct
 * tr_analysis.
 */
bool tr_analysis_read_allowed(void *analysis, uint64_t address, void *buffer, size_t size);

/** Note in report->incomplete that @p section is not whole. */
void tr_analysis_incomplete(struct tr_analysis *analysis, const char *section, const char *reason);

#endif
