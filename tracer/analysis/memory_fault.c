#include "analysis/memory_fault.h"

#include "arch/instruction.h"

#include <inttypes.h>
#include <stdio.h>
#include <signal.h>
#include <string.h>

static const char *region_name(struct tr_analysis *analysis, const struct tr_mapping *mapping)
{
    const char *name = mapping->path[0] ? mapping->path : "anonymous memory";
    return tr_arena_printf(analysis->arena, "%s (%s%s%s)", name, mapping->readable ? "r" : "-", mapping->writable ? "w" : "-",
                           mapping->executable ? "x" : "-");
}

static void describe_place(struct tr_analysis *analysis, uint64_t address, struct tr_fault *fault)
{
    const struct tr_mapping *mapping = tr_maps_find(&analysis->maps, address);
    if (mapping) {
        fault->region = region_name(analysis, mapping);
        return;
    }
    /* x86-64 user space ends at 2^47 (2^56 with five-level paging, which nothing gets unasked). */
    if (address >= UINT64_C(0xffff800000000000))
        fault->region = "the kernel's half of the address space";
    else if (address >= UINT64_C(1) << 47)
        fault->region = "a non-canonical address, which no memory can have";
    else
        fault->region = address < 4096 ? "unmapped (first page)" : "unmapped";
    enum { NEAR = 1 << 30 }; /* a longer distance says nothing */
    const struct tr_mapping *near = address < 4096 ? NULL : tr_maps_nearest(&analysis->maps, address);
    if (near && (near->start > address ? near->start - address : address - near->end) > NEAR)
        near = NULL;
    if (near)
        fault->nearest = near->start > address
                             ? tr_arena_printf(analysis->arena, "%" PRIu64 " bytes below %s", near->start - address,
                                               region_name(analysis, near))
                             : tr_arena_printf(analysis->arena, "%" PRIu64 " bytes past the end of %s", address - near->end,
                                               region_name(analysis, near));
}

static void add_region(struct tr_analysis *analysis, uint64_t address)
{
    const struct tr_mapping *mapping = tr_maps_find(&analysis->maps, address);
    if (!mapping)
        return;
    TR_EACH(const struct tr_region, region, &analysis->report->memory->regions)
    {
        if (region->start.value == mapping->start)
            return;
    }
    struct tr_region *region = tr_list_new(analysis->arena, &analysis->report->memory->regions, struct tr_region);
    region->start = tr_word(mapping->start);
    region->end = tr_word(mapping->end);
    region->permissions = tr_arena_printf(analysis->arena, "%c%c%c%c", mapping->readable ? 'r' : '-', mapping->writable ? 'w' : '-',
                                          mapping->executable ? 'x' : '-', mapping->shared ? 's' : 'p');
    region->name = mapping->path[0] ? mapping->path : NULL;
}

static void add_registers(struct tr_analysis *analysis, const struct tr_registers *registers)
{
    for (unsigned i = 0; i < TR_DWARF_REGISTERS; i++) {
        struct tr_register *entry = tr_list_new(analysis->arena, &analysis->report->registers, struct tr_register);
        entry->name = tr_register_name(i);
        entry->value = tr_word(tr_registers_dwarf(registers, i));
    }
    struct tr_register *flags = tr_list_new(analysis->arena, &analysis->report->registers, struct tr_register);
    flags->name = "eflags";
    flags->value = tr_word(registers->general.eflags);
}

static void add_names(struct tr_analysis *analysis, struct tr_list *list, const char *const *names)
{
    for (size_t i = 0; i < TR_INSTRUCTION_REGISTERS && names[i]; i++)
        tr_list_add(analysis->arena, list, (void *)names[i]);
}

static bool add_instruction(struct tr_analysis *analysis, const struct tr_registers *registers, struct tr_instruction *decoded)
{
    unsigned char bytes[TR_INSTRUCTION_BYTES];
    size_t size = tr_memory_read_some(analysis->memory, tr_registers_pc(registers), bytes, sizeof(bytes));
    if (!size || !tr_instruction_decode(bytes, size, registers, decoded))
        return false;
    struct tr_instruction_view *view = tr_arena_new(analysis->arena, struct tr_instruction_view);
    char hex[2 * TR_INSTRUCTION_BYTES + 1];
    for (unsigned i = 0; i < decoded->length && i < TR_INSTRUCTION_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    view->bytes = tr_arena_strdup(analysis->arena, hex);
    view->text = tr_arena_strdup(analysis->arena, decoded->text);
    add_names(analysis, &view->reads, decoded->reads);
    add_names(analysis, &view->writes, decoded->writes);
    analysis->report->instruction = view;
    return true;
}

/* The access that the fault address lies in; where the kernel told no address, the one that cannot be. */
static const struct tr_memory_access *faulting_access(const struct tr_instruction *instruction, uint64_t address, bool address_known)
{
    for (unsigned i = 0; i < instruction->access_count; i++) {
        const struct tr_memory_access *access = &instruction->accesses[i];
        if (address_known ? address - access->address < (access->size ? access->size : 1)
                          : access->address >= UINT64_C(1) << 47 || (access->size == 16 && access->address % 16))
            return access;
    }
    return NULL;
}

static bool is_fault(const struct tr_stop *stop)
{
    int number = stop->signal.si_signo;
    /* A positive si_code comes from the kernel: a fault, not kill() or sigqueue(). sigaction(2). */
    return stop->has_signal && stop->signal.si_code > 0 && (number == SIGSEGV || number == SIGBUS);
}

static void fill_fault(struct tr_analysis *analysis, const struct tr_registers *registers, const struct tr_instruction *decoded)
{
    const siginfo_t *signal = &analysis->stop->signal;
    uint64_t address = (uintptr_t)signal->si_addr;
    /* SI_KERNEL: the kernel does not tell the address (non-canonical, or a misaligned access); si_addr 0 is then no NULL. */
    bool told = signal->si_code != SI_KERNEL;
    struct tr_fault *fault = tr_arena_new(analysis->arena, struct tr_fault);
    const struct tr_memory_access *access = decoded ? faulting_access(decoded, address, told) : NULL;
    if (told && address == tr_registers_pc(registers)) {
        fault->access = TR_ACCESS_EXECUTE;
    } else if (access) {
        fault->access = access->writes ? TR_ACCESS_WRITE : TR_ACCESS_READ;
        if (access->size)
            fault->size = tr_number(access->size);
        if (!told)
            address = access->address;
        told = true;
    }
    if (told) {
        fault->address = tr_word(address);
        describe_place(analysis, address, fault);
        add_region(analysis, address);
    } else {
        fault->region = "the processor did not tell the address";
    }
    analysis->report->memory->fault = fault;
}

void tr_analysis_expression_regions(struct tr_analysis *analysis)
{
    TR_EACH(const struct tr_evaluated, expression, &analysis->report->expressions)
    {
        if (expression->word.known)
            add_region(analysis, expression->word.value);
    }
}

void tr_analysis_heap_region(struct tr_analysis *analysis)
{
    for (size_t i = 0; i < analysis->maps.count; i++)
        if (strcmp(analysis->maps.mappings[i].path, "[heap]") == 0)
            add_region(analysis, analysis->maps.mappings[i].start);
}

void tr_analysis_fault(struct tr_analysis *analysis)
{
    const struct tr_stop_thread *thread = &analysis->stop->threads[0];
    if (!thread->has_registers)
        return;
    struct tr_instruction decoded;
    add_registers(analysis, &thread->registers);
    bool known = add_instruction(analysis, &thread->registers, &decoded);
    if (is_fault(analysis->stop))
        fill_fault(analysis, &thread->registers, known ? &decoded : NULL);
    add_region(analysis, tr_registers_pc(&thread->registers));
    add_region(analysis, tr_registers_sp(&thread->registers));
}
