#include "analysis/function_line.h"

enum { CHAIN = 16 };

bool tr_analysis_function_at(const struct tr_function *function, uint64_t pc, struct tr_function *ret)
{
    struct tr_function chain[CHAIN];
    Dwarf_Die own = function->die;
    if (pc < function->low || pc >= function->high)
        return false;
    size_t levels = tr_functions_at(function->unit->dwarf, pc, chain, CHAIN);
    for (size_t level = 0; level < levels; level++) {
        if (dwarf_dieoffset(&chain[level].die) != dwarf_dieoffset(&own))
            continue;
        *ret = chain[level];
        return true;
    }
    return false;
}

bool tr_analysis_function_ran(const struct tr_function *function, const uint64_t *pcs, size_t count)
{
    struct tr_function at;
    for (size_t i = 0; i < count; i++)
        if (tr_analysis_function_at(function, pcs[i], &at) && at.line)
            return true;
    return false;
}

bool tr_analysis_last_line(const struct tr_analysis *analysis, struct tr_function *function)
{
    const struct tr_samples *samples = &analysis->stop->samples;
    struct tr_function at;
    if (function->line > 0 || !samples->taken)
        return false;
    for (size_t i = samples->pc_count; i-- > 0;) {
        if (!tr_analysis_function_at(function, samples->pcs[i], &at) || at.line <= 0)
            continue;
        function->line = at.line;
        function->column = at.column;
        function->file = at.file;
        return true;
    }
    return false;
}
