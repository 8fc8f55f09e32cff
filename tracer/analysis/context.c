#include "analysis/context.h"

bool tr_analysis_read(void *memory, uint64_t address, void *buffer, size_t size)
{
    return tr_memory_read(memory, address, buffer, size);
}

void tr_analysis_incomplete(struct tr_analysis *analysis, const char *section, const char *reason)
{
    struct tr_incomplete *entry = tr_list_new(analysis->arena, &analysis->report->incomplete, struct tr_incomplete);
    entry->section = section;
    entry->reason = reason;
}
