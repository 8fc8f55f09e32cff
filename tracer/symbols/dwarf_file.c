#include "symbols/dwarf_internal.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "symbols/elf_internal.h"

#include <elfutils/libdwelf.h>
#include <string.h>

/* libdw keeps no pointer of ours with a handle, and a type's DIE is all that a caller of type.h has. */
static struct registered {
    Dwarf *handle;
    struct tr_dwarf *dwarf;
    struct registered *next;
} *registry;

void dwarf_register(struct tr_dwarf *dwarf, Dwarf *handle)
{
    struct registered *entry = tr_arena_new(dwarf_arena(dwarf), struct registered);
    *entry = (struct registered){handle, dwarf, registry};
    registry = entry;
}

static void forget(const struct tr_dwarf *dwarf)
{
    for (struct registered **slot = &registry; *slot;) {
        if ((*slot)->dwarf == dwarf)
            *slot = (*slot)->next;
        else
            slot = &(*slot)->next;
    }
}

struct tr_dwarf *dwarf_of_die(const Dwarf_Die *die)
{
    const Dwarf *handle = dwarf_cu_getdwarf(die->cu);
    for (const struct registered *entry = registry; entry; entry = entry->next)
        if (entry->handle == handle)
            return entry->dwarf;
    return NULL;
}

static const char no_debug_information[] = "no debug information: compile with -g";

static bool is_debug_section(const char *name)
{
    return name && (strncmp(name, ".debug_", 7) == 0 || strncmp(name, ".zdebug_", 8) == 0);
}

/* What the debug sections of a file look like before libdw, which decompresses all of them at once, may touch them. */
struct survey {
    bool found, zstd;
    uint64_t decompressed; /* bytes claimed */
};

static struct survey survey_sections(Elf *elf)
{
    struct survey survey = {0};
    size_t names = 0;
    if (!elf || elf_getshdrstrndx(elf, &names) != 0)
        return survey;
    Elf_Scn *section = NULL;
    for (size_t i = 0; i < TR_LIMIT_SECTIONS && (section = elf_nextscn(elf, section)); i++) {
        GElf_Shdr header;
        GElf_Chdr compression;
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (!is_debug_section(name))
            continue;
        survey.found = survey.found || (header.sh_type != SHT_NOBITS && strstr(name, "debug_info"));
        if (!(header.sh_flags & SHF_COMPRESSED) || !gelf_getchdr(section, &compression))
            continue;
        survey.zstd = survey.zstd || compression.ch_type != ELFCOMPRESS_ZLIB;
        survey.decompressed += compression.ch_size < TR_LIMIT_FILE_BYTES ? compression.ch_size : TR_LIMIT_FILE_BYTES;
    }
    return survey;
}

/*
 * What dwz moved to a file that several programs share. libdw would open what .gnu_debugaltlink names by itself, whatever
 * and wherever it is: it is told of a handle instead. @return a reason why there is none, or NULL.
 */
static const char *open_alternate(struct tr_dwarf *dwarf)
{
    struct dwarf_state *state = dwarf->state;
    const char *name = NULL;
    const void *id;
    ssize_t size = dwelf_dwarf_gnu_debugaltlink(dwarf->handle, &name, &id);
    if (size <= 0)
        return NULL;
    state->alternate_fd = alternate_file_open(dwarf->image, name, id, (size_t)size, &state->alternate_elf);
    if (state->alternate_fd < 0)
        return tr_arena_printf(dwarf_arena(dwarf), "missing what dwz moved out of the debug information: %s", name);
    struct survey survey = survey_sections(state->alternate_elf);
    if (!survey.zstd && survey.decompressed <= TR_LIMIT_DECOMPRESSED_BYTES)
        state->alternate = dwarf_begin_elf(state->alternate_elf, DWARF_C_READ, NULL);
    if (!state->alternate)
        return tr_arena_printf(dwarf_arena(dwarf), "what dwz moved out of the debug information cannot be read: %s", name);
    dwarf_setalt(dwarf->handle, state->alternate);
    dwarf_register(dwarf, state->alternate);
    return NULL;
}

static uint64_t first_load(Elf *elf)
{
    size_t count = 0;
    if (elf_getphdrnum(elf, &count) != 0 || count > TR_LIMIT_SEGMENTS)
        return 0;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_LOAD)
            return segment.p_vaddr;
    }
    return 0;
}

static void give_up(struct tr_dwarf *dwarf, const char *reason)
{
    if (dwarf->handle)
        dwarf_end(dwarf->handle);
    dwarf->handle = NULL;
    dwarf->level = symbols_complete(dwarf->image) ? TR_DEBUG_INFO_SYMBOLS : TR_DEBUG_INFO_NONE;
    dwarf->reason = reason;
}

static void open_handle(struct tr_dwarf *dwarf, Elf *elf, const struct survey *survey)
{
    if (survey->zstd) {
        give_up(dwarf, "debug information compressed with zstd: rebuild with -gz=none");
        return;
    }
    if (survey->decompressed > TR_LIMIT_DECOMPRESSED_BYTES) {
        give_up(dwarf, "debug information too large to decompress: rebuild with -gz=none");
        return;
    }
    dwarf->handle = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
    if (!dwarf->handle) {
        give_up(dwarf, "damaged debug information");
        return;
    }
    dwarf_register(dwarf, dwarf->handle);
    const char *reason = open_alternate(dwarf);
    if (reason) {
        give_up(dwarf, reason);
        return;
    }
    units_index(dwarf);
    if (!dwarf->unit_count)
        give_up(dwarf, no_debug_information);
}

static void open_dwarf(struct tr_dwarf *dwarf)
{
    struct tr_image *image = dwarf->image;
    Elf *elf = tr_image_elf(image);
    if (!elf || image->is_32bit) {
        give_up(dwarf, elf ? "32-bit programs are not supported" : image->file_reason);
        return;
    }
    dwarf->bias = image->bias;
    struct survey survey = survey_sections(elf);
    const char *reason = NULL;
    if (!survey.found) {
        dwarf->state->fd = debug_file_open(image, &dwarf->state->elf);
        if (dwarf->state->fd < 0)
            dwarf->state->fd = debug_file_fetch(image, &dwarf->state->elf, &reason);
        if (dwarf->state->fd >= 0) {
            dwarf->bias += first_load(elf) - first_load(dwarf->state->elf);
            elf = dwarf->state->elf;
            survey = survey_sections(elf);
        }
    }
    if (survey.found)
        open_handle(dwarf, elf, &survey);
    else
        give_up(dwarf, reason ? tr_arena_printf(dwarf_arena(dwarf), "%s; %s", no_debug_information, reason)
                              : no_debug_information);
}

struct tr_dwarf *tr_image_dwarf(struct tr_image *image)
{
    if (image->dwarf)
        return image->dwarf;
    struct tr_arena *arena = image->owner->arena;
    struct tr_dwarf *dwarf = tr_arena_new(arena, struct tr_dwarf);
    dwarf->image = image;
    dwarf->state = tr_arena_new(arena, struct dwarf_state);
    dwarf->state->fd = dwarf->state->alternate_fd = -1;
    image->dwarf = dwarf;
    if (image->is_system)
        give_up(dwarf, "a system library: its debug information is not read");
    else
        open_dwarf(dwarf);
    return dwarf;
}

void dwarf_close(struct tr_image *image)
{
    struct tr_dwarf *dwarf = image->dwarf;
    if (!dwarf)
        return;
    forget(dwarf);
    names_close(dwarf);
    type_index_close(dwarf);
    if (dwarf->state->unwind)
        dwarf_cfi_end(dwarf->state->unwind);
    if (dwarf->handle)
        dwarf_end(dwarf->handle);
    if (dwarf->state->alternate)
        dwarf_end(dwarf->state->alternate);
    elf_end(dwarf->state->alternate_elf);
    tr_cleanup_close(&dwarf->state->alternate_fd);
    elf_end(dwarf->state->elf);
    tr_cleanup_close(&dwarf->state->fd);
    image->dwarf = NULL;
}
