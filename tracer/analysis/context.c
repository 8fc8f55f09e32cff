#include "analysis/context.h"

bool tr_analysis_read(void *memory, uint64_t address, void *buffer, size_t size)
{
    return tr_memory_read(memory, address, buffer, size);
}

bool tr_analysis_read_allowed(void *arg, uint64_t address, void *buffer, size_t size)
{
    const struct tr_analysis *analysis = arg;
    const struct tr_mapping *first = tr_maps_find(&analysis->maps, address),
                            *last = tr_maps_find(&analysis->maps, address + (size ? size - 1 : 0));
    return !(first && !first->readable) && !(last && !last->readable) && tr_memory_read(analysis->memory, address, buffer, size);
}

void tr_analysis_incomplete(struct tr_analysis *analysis, const char *section, const char *reason)
{
    struct tr_incomplete *entry = tr_list_new(analysis->arena, &analysis->report->incomplete, struct tr_incomplete);
    entry->section = section;
    entry->reason = reason;
}
