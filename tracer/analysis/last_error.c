#include "analysis/last_error.h"

#include "arch/follow.h"
#include "symbols/symbol.h"
#include "syscalls/recorder.h"

#include <signal.h>

void tr_analysis_last_error(struct tr_analysis *analysis)
{
    const struct tr_stop *stop = analysis->stop;
    const struct tr_stop_thread *thread = &stop->threads[0];
    bool gives_up = stop->reason == TR_STOP_EXIT || stop->reason == TR_STOP_MAIN_RETURN ||
                    (stop->has_signal && stop->signal.si_signo == SIGABRT);
    struct tr_image *image;
    struct tr_symbol symbol;
    uint64_t address;
    int value;
    if (!gives_up || !thread->has_registers || !tr_symbol_find(analysis->images, "__errno_location", &image, &symbol) ||
        !tr_follow_call(tr_analysis_read, analysis->memory, symbol.address, 0, thread->registers.general.fs_base,
                        &address) ||
        !tr_memory_read(analysis->memory, address, &value, sizeof(value)) || value <= 0)
        return;
    analysis->report->last_error = tr_errno_name(value);
}
