#include "unwind/frame_section.h"

#include "base/limits.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* What the index needs to know of a CIE. */
struct cie {
    bool valid;
    unsigned char version;
    const char *augmentation;
    size_t after_augmentation; /* offset of the byte behind its NUL */
    unsigned char encoding;    /* of addresses in its FDEs, DW_EH_PE_… */
};

/* One length-prefixed entry. */
struct entry {
    size_t offset; /* of its length field */
    size_t id_at;  /* of the CIE id or pointer */
    size_t end;    /* behind it */
    uint32_t id;
};

/* The next entry from *@p offset on; false at the end, or where the rest makes no sense. */
static bool next_entry(const unsigned char *bytes, size_t size, size_t *offset, struct entry *ret)
{
    while (size - *offset >= 4) {
        uint32_t length;
        memcpy(&length, bytes + *offset, sizeof(length));
        *ret = (struct entry){.offset = *offset, .id_at = *offset + 4};
        if (length == 0) {
            *offset += 4; /* crtend.o's terminator, which a static program has in the middle */
            continue;
        }
        /* 64-bit DWARF (0xffffffff) in frame sections is written by no linker for this machine. */
        if (length < 4 || length > size - ret->id_at)
            return false;
        memcpy(&ret->id, bytes + ret->id_at, sizeof(ret->id));
        ret->end = *offset = ret->id_at + length;
        return true;
    }
    return false;
}

static bool skip_leb128(const unsigned char *bytes, size_t end, size_t *at)
{
    while (*at < end)
        if (!(bytes[(*at)++] & 0x80))
            return true;
    return false;
}

/* The length of the pointer that a personality routine is given with; 0 where it cannot be told. */
static size_t encoded_size(unsigned char encoding)
{
    switch (encoding & 0x0f) {
    case DW_EH_PE_absptr:
    case DW_EH_PE_udata8:
    case DW_EH_PE_sdata8:
        return 8;
    case DW_EH_PE_udata4:
    case DW_EH_PE_sdata4:
        return 4;
    case DW_EH_PE_udata2:
    case DW_EH_PE_sdata2:
        return 2;
    default:
        return 0;
    }
}

/* The pointer encoding that the augmentation data (behind its length) give with 'R'. */
static bool find_encoding(const unsigned char *bytes, size_t end, size_t at, const char *letters, unsigned char *ret)
{
    for (; *letters; letters++) {
        if (*letters == 'S' || *letters == 'B')
            continue;
        if (at >= end)
            return false;
        unsigned char encoding = bytes[at++];
        if (*letters == 'R')
            *ret = encoding;
        else if (*letters == 'P' && encoded_size(encoding))
            at += encoded_size(encoding);
        else if (*letters != 'L')
            return false;
    }
    return true;
}

static struct cie parse_cie(const unsigned char *bytes, const struct entry *entry)
{
    struct cie cie = {.encoding = DW_EH_PE_absptr};
    size_t at = entry->id_at + 4;
    if (at >= entry->end)
        return cie;
    cie.version = bytes[at++];
    const unsigned char *nul = memchr(bytes + at, 0, entry->end - at);
    if (!nul || (cie.version != 1 && cie.version != 3 && cie.version != 4))
        return cie;
    cie.augmentation = (const char *)bytes + at;
    at = (size_t)(nul - bytes) + 1;
    cie.after_augmentation = at;
    if (cie.augmentation[0] != 'z') {
        cie.valid = cie.augmentation[0] == '\0' || strcmp(cie.augmentation, "S") == 0;
        return cie;
    }
    /* Code alignment, data alignment, return column, length of the augmentation data. */
    bool found = skip_leb128(bytes, entry->end, &at) && skip_leb128(bytes, entry->end, &at)
                 && skip_leb128(bytes, entry->end, &at) && skip_leb128(bytes, entry->end, &at);
    cie.valid = found && find_encoding(bytes, entry->end, at, cie.augmentation + 1, &cie.encoding);
    return cie;
}

/* Read the encoded address at @p at, which moves behind it. */
static bool read_encoded(const unsigned char *bytes, size_t end, size_t *at, unsigned char encoding,
                         const struct frame_index *index, uint64_t *ret)
{
    size_t length = encoded_size(encoding);
    if (length == 0 || length > end - *at)
        return false;
    uint64_t value = 0;
    memcpy(&value, bytes + *at, length);
    bool negative = (encoding & 0x08) && length < 8 && value >> (length * 8 - 1);
    if (negative)
        value |= UINT64_MAX << (length * 8);
    if ((encoding & 0xf0) == DW_EH_PE_pcrel)
        value += index->address + *at;
    else if ((encoding & 0xf0) == 0)
        value += index->bias;
    else
        return false;
    *at += length;
    *ret = value;
    return true;
}

static int compare_entries(const void *a, const void *b)
{
    const struct frame_entry *left = a, *right = b;
    return left->pc < right->pc ? -1 : left->pc > right->pc;
}

static bool add_fde(const unsigned char *bytes, const struct entry *fde, const struct cie *cie,
                    struct frame_index *index)
{
    size_t at = fde->id_at + 4;
    uint64_t pc;
    if (!cie->valid || at > fde->end || !read_encoded(bytes, fde->end, &at, cie->encoding, index, &pc))
        return false;
    int64_t distance = (int64_t)(pc - index->address);
    if (pc < index->start || pc >= index->end || distance != (int32_t)distance || fde->offset > INT32_MAX)
        return false;
    index->entries[index->count++] = (struct frame_entry){(int32_t)distance, (int32_t)fde->offset};
    return true;
}

void frame_section_index(struct tr_arena *arena, const void *section, size_t size, struct frame_index *index)
{
    const unsigned char *bytes = section;
    struct entry entry;
    size_t fdes = 0;
    for (size_t at = 0; next_entry(bytes, size, &at, &entry);)
        fdes += entry.id != 0;
    index->count = 0;
    index->truncated = fdes > TR_LIMIT_FRAME_ENTRIES;
    if (index->truncated || !fdes)
        return;
    index->entries = tr_arena_alloc(arena, fdes * sizeof(*index->entries));
    /* FDEs stand behind their CIE and share it with their neighbours: the last one is all that needs to be kept. */
    struct cie cie = {0};
    size_t cie_at = SIZE_MAX;
    for (size_t at = 0; next_entry(bytes, size, &at, &entry);) {
        if (entry.id == 0 || entry.id > entry.id_at)
            continue;
        size_t wanted = entry.id_at - entry.id;
        if (wanted != cie_at) {
            struct entry head;
            size_t from = cie_at = wanted;
            cie.valid = false;
            if (next_entry(bytes, size, &from, &head) && head.offset == wanted && head.id == 0)
                cie = parse_cie(bytes, &head);
        }
        add_fde(bytes, &entry, &cie, index);
    }
    qsort(index->entries, index->count, sizeof(*index->entries), compare_entries);
}

/* libunwind 1.6.2 reads versions 1 and 3; version 4 has two more bytes: sizes of an address and a segment selector. */
static void rewrite_cie(unsigned char *bytes, const struct entry *entry)
{
    struct cie cie = parse_cie(bytes, entry);
    static const unsigned char flat64[] = {8, 0};
    size_t at = cie.after_augmentation;
    /* The sizes come before the fields that a 'z' augmentation makes parse_cie() skip; .debug_frame has no 'z'. */
    bool readable = cie.valid && cie.augmentation[0] != 'z';
    if (readable && cie.version == 4) {
        readable = entry->end - at >= sizeof(flat64) && memcmp(bytes + at, flat64, sizeof(flat64)) == 0;
        if (readable) {
            memmove(bytes + at, bytes + at + sizeof(flat64), entry->end - at - sizeof(flat64));
            memset(bytes + entry->end - sizeof(flat64), DW_CFA_nop, sizeof(flat64));
            bytes[entry->id_at + 4] = 3;
        }
    }
    memset(bytes + entry->id_at, readable ? 0 : 0xff, 4);
}

void *frame_section_rewrite(struct tr_arena *arena, const void *section, size_t size, uint64_t bias)
{
    unsigned char *bytes = tr_arena_alloc(arena, size ? size : 1);
    memcpy(bytes, section, size);
    struct entry entry;
    for (size_t at = 0; next_entry(bytes, size, &at, &entry);) {
        if (entry.id == UINT32_MAX) {
            rewrite_cie(bytes, &entry);
            continue;
        }
        uint64_t pc;
        uint32_t pointer = (uint32_t)(entry.id_at - entry.id); /* from here back to the CIE */
        bool valid = entry.id < entry.id_at && entry.end - entry.id_at >= 4 + sizeof(pc);
        if (!valid)
            pointer = UINT32_MAX;
        memcpy(bytes + entry.id_at, &pointer, sizeof(pointer));
        if (!valid)
            continue;
        memcpy(&pc, bytes + entry.id_at + 4, sizeof(pc));
        pc += bias;
        memcpy(bytes + entry.id_at + 4, &pc, sizeof(pc));
    }
    return bytes;
}
