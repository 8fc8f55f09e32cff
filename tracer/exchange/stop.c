#include "exchange/stop.h"

#include "base/limits.h"

/* The part of a stop without pointers, copied as it is: both ends are one build on one machine. */
struct fixed {
    uint32_t reason, has_signal, is_32bit, is_forked;
    int32_t pid, tid, exit_code;
    siginfo_t signal;
    struct tr_bound_hit hit;
    uint64_t omitted_threads, entry, vdso, stack_limit, start_sp;
};

static void forget_bytes(struct tr_sample_moment *moment)
{
    moment->vectors.bytes = NULL;
    for (uint32_t i = 0; i < TR_SAMPLE_REGIONS; i++)
        moment->regions[i].bytes = NULL;
}

static void put_regions(struct tr_str *out, const struct tr_sample_moment *moment)
{
    for (uint32_t i = 0; i < moment->region_count; i++)
        tr_str_add(out, moment->regions[i].bytes, moment->regions[i].size);
    tr_str_add(out, moment->vectors.bytes, moment->vectors.size);
}

static void put_samples(struct tr_str *out, const struct tr_samples *samples)
{
    struct tr_samples fixed = *samples;
    fixed.pcs = NULL;
    fixed.states = NULL;
    forget_bytes(&fixed.earlier);
    forget_bytes(&fixed.first);
    for (size_t i = 0; i < TR_SAMPLE_ENDS; i++)
        forget_bytes(&fixed.ends[i]);
    tr_wire_put_u8(out, samples->taken);
    if (!samples->taken)
        return;
    tr_str_add(out, &fixed, sizeof(fixed));
    put_regions(out, &samples->earlier);
    put_regions(out, &samples->first);
    for (size_t i = 0; i < TR_SAMPLE_ENDS; i++)
        put_regions(out, &samples->ends[i]);
    tr_str_add(out, samples->pcs, samples->pc_count * sizeof(*samples->pcs));
    tr_str_add(out, samples->states, samples->pc_count * sizeof(*samples->states));
}

static bool take_region(struct tr_wire *wire, struct tr_sample_region *region)
{
    if (region->size > TR_LIMIT_SAMPLE_BYTES)
        return false;
    void *bytes = tr_arena_alloc(wire->arena, region->size + 1);
    region->bytes = bytes;
    return tr_wire_take(wire, bytes, region->size);
}

static bool take_regions(struct tr_wire *wire, struct tr_sample_moment *moment)
{
    if (moment->region_count > TR_SAMPLE_REGIONS)
        return false;
    for (uint32_t i = 0; i < moment->region_count; i++)
        if (!take_region(wire, &moment->regions[i]))
            return false;
    return take_region(wire, &moment->vectors);
}

static bool take_samples(struct tr_wire *wire, struct tr_samples *ret)
{
    struct tr_samples samples;
    bool taken;
    *ret = (struct tr_samples){0};
    if (!tr_wire_take_bool(wire, &taken))
        return false;
    if (!taken)
        return true;
    if (!tr_wire_take(wire, &samples, sizeof(samples)) || samples.pc_count > TR_LIMIT_SAMPLE_STEPS
        || !take_regions(wire, &samples.earlier) || !take_regions(wire, &samples.first))
        return false;
    for (size_t i = 0; i < TR_SAMPLE_ENDS; i++)
        if (!take_regions(wire, &samples.ends[i]))
            return false;
    samples.pcs = tr_arena_alloc(wire->arena, (samples.pc_count + 1) * sizeof(*samples.pcs));
    samples.states = tr_arena_alloc(wire->arena, (samples.pc_count + 1) * sizeof(*samples.states));
    if (!tr_wire_take(wire, samples.pcs, samples.pc_count * sizeof(*samples.pcs)) ||
        !tr_wire_take(wire, samples.states, samples.pc_count * sizeof(*samples.states)))
        return false;
    *ret = samples;
    return true;
}

static void put_violation(struct tr_str *out, const struct tr_violation *violation)
{
    tr_wire_put_u8(out, violation != NULL);
    if (!violation)
        return;
    tr_wire_put_string(out, violation->call);
    tr_wire_put_string(out, violation->rule);
    tr_wire_put_string(out, violation->reason);
    tr_wire_put_u8(out, violation->ended_run == TR_TRUE);
}

static bool take_violation(struct tr_wire *wire, const struct tr_violation **ret)
{
    bool there, ended;
    if (!tr_wire_take_bool(wire, &there))
        return false;
    if (!there)
        return true;
    struct tr_violation *violation = tr_arena_new(wire->arena, struct tr_violation);
    if (!tr_wire_take_string(wire, &violation->call) || !tr_wire_take_string(wire, &violation->rule)
        || !tr_wire_take_string(wire, &violation->reason) || !tr_wire_take_bool(wire, &ended)
        || !violation->call || !violation->rule || !violation->reason)
        return false;
    violation->ended_run = tr_truth(ended);
    *ret = violation;
    return true;
}

void tr_stop_encode(const struct tr_stop *stop, struct tr_str *out)
{
    struct fixed fixed = {
        .reason = stop->reason, .has_signal = stop->has_signal, .is_32bit = stop->is_32bit, .is_forked = stop->is_forked, .pid = stop->pid,
        .tid = stop->tid, .exit_code = stop->exit_code, .signal = stop->signal, .omitted_threads = stop->omitted_threads,
        .entry = stop->entry, .vdso = stop->vdso, .stack_limit = stop->stack_limit, .start_sp = stop->start_sp, .hit = stop->hit,
    };
    tr_str_add(out, &fixed, sizeof(fixed));
    tr_wire_put_u32(out, (uint32_t)stop->thread_count);
    tr_str_add(out, stop->threads, stop->thread_count * sizeof(*stop->threads));
    tr_wire_put_string(out, stop->maps);
    tr_wire_put_string(out, stop->executable);
    put_violation(out, stop->violation);
    put_samples(out, &stop->samples);
}

bool tr_stop_decode(struct tr_wire *wire, struct tr_stop *ret)
{
    struct fixed fixed;
    uint32_t count;
    if (!tr_wire_take(wire, &fixed, sizeof(fixed)) || !tr_wire_take_u32(wire, &count)
        || count > tr_wire_left(wire) / sizeof(struct tr_stop_thread))
        return false;
    struct tr_stop stop = {
        .reason = fixed.reason, .has_signal = fixed.has_signal, .is_32bit = fixed.is_32bit, .is_forked = fixed.is_forked, .pid = fixed.pid,
        .tid = fixed.tid, .exit_code = fixed.exit_code, .signal = fixed.signal, .omitted_threads = fixed.omitted_threads,
        .entry = fixed.entry, .vdso = fixed.vdso, .stack_limit = fixed.stack_limit, .start_sp = fixed.start_sp,
        .thread_count = count, .hit = fixed.hit,
    };
    stop.threads = tr_arena_alloc(wire->arena, count * sizeof(*stop.threads));
    if (!tr_wire_take(wire, stop.threads, count * sizeof(*stop.threads)) || !tr_wire_take_string(wire, &stop.maps)
        || !tr_wire_take_string(wire, &stop.executable) || !stop.maps
        || !take_violation(wire, &stop.violation) || !take_samples(wire, &stop.samples))
        return false;
    *ret = stop;
    return true;
}
