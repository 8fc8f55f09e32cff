#include "analysis/divisor.h"

#include "arch/instruction.h"

#include <signal.h>
#include <string.h>

static uint64_t extended(uint64_t value, unsigned size)
{
    unsigned unused = 64 - 8 * size;
    return (uint64_t)((int64_t)(value << unused) >> unused);
}

void tr_analysis_divisor(struct tr_analysis *analysis)
{
    const struct tr_stop *stop = analysis->stop;
    const struct tr_stop_thread *thread = &stop->threads[0];
    unsigned char code[TR_INSTRUCTION_BYTES];
    struct tr_instruction decoded;
    if (!stop->has_signal || stop->signal.si_signo != SIGFPE || stop->signal.si_code != FPE_INTDIV ||
        !thread->has_registers)
        return;
    size_t size = tr_memory_read_some(analysis->memory, tr_registers_pc(&thread->registers), code, sizeof(code));
    if (!size || !tr_instruction_decode(code, size, &thread->registers, &decoded) || !decoded.is_division)
        return;
    uint64_t value = decoded.divisor;
    unsigned width = decoded.divisor_size;
    if (!decoded.has_divisor) {
        value = 0;
        width = decoded.access_count ? decoded.accesses[0].size : 0;
        if (!width || width > sizeof(value) ||
            !tr_memory_read(analysis->memory, decoded.accesses[0].address, &value, width))
            return;
    }
    if (width && width <= sizeof(value))
        analysis->report->divisor = tr_word(extended(value, width));
}
