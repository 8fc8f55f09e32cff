#include "supervise/elf_probe.h"

#include "base/cleanup.h"
#include "base/limits.h"

#include <elf.h>
#include <string.h>
#include <sys/stat.h>

/* A runtime: by the library that a program needs, by a function that it exports, by words in its reports. */
struct runtime {
    const char *name, *library, *function, *words;
    bool leak_checker;
};

/* In this order: AddressSanitizer contains LeakSanitizer, and most contain parts of UndefinedBehaviorSanitizer. */
static const struct runtime runtimes[] = {
    {"AddressSanitizer", "libasan.so", "__asan_init", "ERROR: AddressSanitizer", true},
    {"AddressSanitizer", "libclang_rt.asan", NULL, NULL, true},
    {"HWAddressSanitizer", "libclang_rt.hwasan", "__hwasan_init", "ERROR: HWAddressSanitizer", true},
    {"LeakSanitizer", "liblsan.so", "__lsan_init", "LeakSanitizer has encountered a fatal error", true},
    {"ThreadSanitizer", "libtsan.so", "__tsan_init", "WARNING: ThreadSanitizer", false},
    {"MemorySanitizer", "libmsan.so", "__msan_init", "WARNING: MemorySanitizer", false},
    {"UndefinedBehaviorSanitizer", "libubsan.so", "__ubsan_handle_add_overflow", NULL, false},
};

/* Read with pread(2), never mapped: a program may truncate its file under our eyes, which would be SIGBUS. */
struct elf {
    int fd;
    Elf64_Phdr headers[64];
    size_t header_count;
};

static bool read_at(const struct elf *elf, uint64_t offset, void *buffer, size_t size)
{
    return offset <= INT64_MAX && pread(elf->fd, buffer, size, (off_t)offset) == (ssize_t)size;
}

/* File offset of virtual address @p address, or UINT64_MAX. */
static uint64_t offset_of(const struct elf *elf, uint64_t address)
{
    for (size_t i = 0; i < elf->header_count; i++) {
        const Elf64_Phdr *header = &elf->headers[i];
        if (header->p_type == PT_LOAD && address >= header->p_vaddr && address - header->p_vaddr < header->p_filesz)
            return header->p_offset + (address - header->p_vaddr);
    }
    return UINT64_MAX;
}

/* Read at a virtual address. */
static bool at(const struct elf *elf, uint64_t address, void *buffer, size_t size)
{
    return read_at(elf, offset_of(elf, address), buffer, size);
}

/* Whether the string at a virtual address begins with @p text; with its NUL when @p whole. */
static bool string_is(const struct elf *elf, uint64_t address, const char *text, bool whole)
{
    char buffer[64];
    size_t size = strlen(text) + whole;
    return size <= sizeof(buffer) && at(elf, address, buffer, size) && memcmp(buffer, text, size) == 0;
}

struct dynamic {
    uint64_t strings, symbols, gnu_hash;
    bool preinit;
    Elf64_Dyn entries[TR_LIMIT_DYNAMIC_ENTRIES];
    size_t count;
};

static void read_dynamic(const struct elf *elf, struct dynamic *ret)
{
    *ret = (struct dynamic){0};
    for (size_t i = 0; i < elf->header_count; i++) {
        const Elf64_Phdr *header = &elf->headers[i];
        if (header->p_type != PT_DYNAMIC || header->p_offset > INT64_MAX)
            continue;
        size_t size = header->p_filesz < sizeof(ret->entries) ? header->p_filesz : sizeof(ret->entries);
        ssize_t got = pread(elf->fd, ret->entries, size, (off_t)header->p_offset);
        ret->count = got > 0 ? (size_t)got / sizeof(Elf64_Dyn) : 0;
        break;
    }
    for (size_t i = 0; i < ret->count; i++) {
        uint64_t value = ret->entries[i].d_un.d_val;
        switch (ret->entries[i].d_tag) {
        case DT_NULL: ret->count = i; break;
        case DT_STRTAB: ret->strings = value; break;
        case DT_SYMTAB: ret->symbols = value; break;
        case DT_GNU_HASH: ret->gnu_hash = value; break;
        case DT_PREINIT_ARRAY: ret->preinit = true; break;
        default: break;
        }
    }
}

static uint32_t gnu_hash(const char *name)
{
    uint32_t hash = 5381;
    for (; *name; name++)
        hash = hash * 33 + (unsigned char)*name;
    return hash;
}

/* Whether the dynamic symbol table defines @p name. Source: the GNU hash section as glibc's dl-lookup.c reads it. */
static bool exports(const struct elf *elf, const struct dynamic *dynamic, const char *name)
{
    uint32_t head[4], first; /* head: buckets, index of the first hashed symbol, words of the Bloom filter, its shift */
    if (!dynamic->gnu_hash || !at(elf, dynamic->gnu_hash, head, sizeof(head)) || !head[0])
        return false;
    uint64_t buckets = dynamic->gnu_hash + sizeof(head) + (uint64_t)head[2] * 8;
    uint64_t chains = buckets + (uint64_t)head[0] * 4;
    uint32_t hash = gnu_hash(name);
    if (!at(elf, buckets + (uint64_t)(hash % head[0]) * 4, &first, sizeof(first)) || first < head[1])
        return false;
    for (uint64_t index = first; index - first < TR_LIMIT_HASH_CHAIN; index++) {
        uint32_t chain;
        if (!at(elf, chains + (index - head[1]) * 4, &chain, sizeof(chain)))
            return false;
        Elf64_Sym symbol;
        if ((chain | 1) == (hash | 1) && at(elf, dynamic->symbols + index * sizeof(symbol), &symbol, sizeof(symbol))
            && string_is(elf, dynamic->strings + symbol.st_name, name, true))
            return symbol.st_shndx != SHN_UNDEF;
        if (chain & 1)
            return false;
    }
    return false;
}

static bool needs(const struct elf *elf, const struct dynamic *dynamic, const char *library)
{
    for (size_t i = 0; i < dynamic->count; i++)
        if (dynamic->entries[i].d_tag == DT_NEEDED
            && string_is(elf, dynamic->strings + dynamic->entries[i].d_un.d_val, library, false))
            return true;
    return false;
}

/* Search the first TR_LIMIT_PROBE_BYTES of the file for the words of a runtime's reports. */
static const struct runtime *find_words(const struct elf *elf)
{
    enum { CHUNK = 1 << 20, OVERLAP = 64 };
    tr_auto_free char *buffer = malloc(CHUNK + OVERLAP);
    size_t kept = 0, first = TR_COUNT(runtimes);
    if (!buffer)
        return NULL;
    for (off_t offset = 0; offset < TR_LIMIT_PROBE_BYTES;) {
        ssize_t got = pread(elf->fd, buffer + kept, CHUNK, offset);
        if (got <= 0)
            break;
        size_t size = kept + (size_t)got;
        for (size_t i = 0; i < first; i++)
            if (runtimes[i].words && memmem(buffer, size, runtimes[i].words, strlen(runtimes[i].words)))
                first = i;
        kept = size < OVERLAP ? size : OVERLAP;
        memmove(buffer, buffer + size - kept, kept);
        offset += got;
    }
    return first < TR_COUNT(runtimes) ? &runtimes[first] : NULL;
}

static const struct runtime *find_runtime(const struct elf *elf)
{
    struct dynamic dynamic;
    read_dynamic(elf, &dynamic);
    for (size_t i = 0; i < TR_COUNT(runtimes); i++)
        if (needs(elf, &dynamic, runtimes[i].library)
            || (runtimes[i].function && exports(elf, &dynamic, runtimes[i].function)))
            return &runtimes[i];
    /* A runtime linked in by gcc -static-libasan exports nothing, and may be stripped; it still starts through a
     * pre-initialisation array, which next to nothing else has, and still holds the words of its reports. */
    return dynamic.preinit ? find_words(elf) : NULL;
}

static void copy_text(const char *bytes, size_t size, char ret[256])
{
    size_t length = strnlen(bytes, size);
    if (length > 255)
        length = 255;
    memcpy(ret, bytes, length);
    ret[length] = '\0';
}

static void read_interpreter(const struct elf *elf, uint64_t offset, uint64_t size, char ret[256])
{
    char buffer[256];
    if (size > sizeof(buffer))
        size = sizeof(buffer);
    if (size && read_at(elf, offset, buffer, size))
        copy_text(buffer, size, ret);
}

static void look_at_elf64(struct elf *elf, struct tr_probe *ret)
{
    Elf64_Ehdr header;
    if (!read_at(elf, 0, &header, sizeof(header)) || header.e_phentsize != sizeof(Elf64_Phdr))
        return;
    size_t count = header.e_phnum < TR_COUNT(elf->headers) ? header.e_phnum : TR_COUNT(elf->headers);
    if (!read_at(elf, header.e_phoff, elf->headers, count * sizeof(Elf64_Phdr)))
        return;
    elf->header_count = count;
    for (size_t i = 0; i < count; i++)
        if (elf->headers[i].p_type == PT_INTERP)
            read_interpreter(elf, elf->headers[i].p_offset, elf->headers[i].p_filesz, ret->interpreter);
    const struct runtime *runtime = find_runtime(elf);
    if (runtime) {
        ret->sanitizer = runtime->name;
        ret->leak_checker = runtime->leak_checker;
    }
}

static void look_at_elf32(const struct elf *elf, struct tr_probe *ret)
{
    Elf32_Ehdr header;
    if (!read_at(elf, 0, &header, sizeof(header)) || header.e_phentsize != sizeof(Elf32_Phdr))
        return;
    for (size_t i = 0; i < header.e_phnum && i < TR_COUNT(elf->headers); i++) {
        Elf32_Phdr segment;
        if (read_at(elf, header.e_phoff + i * sizeof(segment), &segment, sizeof(segment))
            && segment.p_type == PT_INTERP)
            read_interpreter(elf, segment.p_offset, segment.p_filesz, ret->interpreter);
    }
}

static void look_at_script(const char *head, size_t size, struct tr_probe *ret)
{
    ret->is_text = !memchr(head, 0, size);
    if (size < 2 || memcmp(head, "#!", 2) != 0)
        return;
    size_t start = 2;
    while (start < size && (head[start] == ' ' || head[start] == '\t'))
        start++;
    size_t end = start;
    /* A carriage return belongs to the name that the kernel looks for, and is a usual reason that it is not there. */
    while (end < size && !strchr(" \t\n", head[end]))
        end++;
    copy_text(head + start, end - start, ret->interpreter);
}

void tr_probe_file(int fd, struct tr_probe *ret)
{
    *ret = (struct tr_probe){0};
    struct stat status;
    if (fd < 0 || fstat(fd, &status) < 0 || !S_ISREG(status.st_mode))
        return;
    char head[256];
    ssize_t got = pread(fd, head, sizeof(head), 0);
    if (got < 0)
        return;
    ret->readable = true;
    if (got < EI_NIDENT + 4 || memcmp(head, ELFMAG, SELFMAG) != 0) {
        look_at_script(head, (size_t)got, ret);
        return;
    }
    const unsigned char *machine = (const unsigned char *)head + offsetof(Elf64_Ehdr, e_machine);
    bool little = head[EI_DATA] == ELFDATA2LSB;
    ret->is_elf = true;
    ret->machine = (uint16_t)(little ? machine[0] | machine[1] << 8 : machine[0] << 8 | machine[1]);
    ret->is_32bit = head[EI_CLASS] == ELFCLASS32;
    struct elf elf = {.fd = fd};
    if (little && ret->is_32bit)
        look_at_elf32(&elf, ret);
    else if (little)
        look_at_elf64(&elf, ret);
}

const char *tr_machine_name(uint16_t machine)
{
    static const struct {
        uint16_t machine;
        const char *name;
    } table[] = {
        {EM_X86_64, "x86-64"}, {EM_386, "32-bit x86"}, {EM_AARCH64, "AArch64"},     {EM_ARM, "ARM"},
        {EM_RISCV, "RISC-V"},  {EM_PPC64, "PowerPC"},  {EM_S390, "s390"},           {EM_MIPS, "MIPS"},
        {EM_PPC, "PowerPC"},   {EM_SPARCV9, "SPARC"},  {EM_LOONGARCH, "LoongArch"}, {EM_BPF, "BPF"},
    };
    for (size_t i = 0; i < TR_COUNT(table); i++)
        if (table[i].machine == machine)
            return table[i].name;
    return NULL;
}
