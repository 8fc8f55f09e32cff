/*
 * Tables are scanned, not sorted: a report asks for a few dozen addresses, and a scan of libc's 3,000 (with its debug
 * file 20,000) entries takes a few microseconds (tens), less than reading and sorting the table once.
 */
#include "symbols/symbol.h"

#include "base/cleanup.h"
#include "base/limits.h"
#include "symbols/dwarf_internal.h"
#include "symbols/elf_internal.h"

#include <string.h>

enum { CACHE = 64 };

struct table {
    bool tried;
    bool complete; /* lists local symbols too: nothing lies between two symbols unseen */
    Elf *elf;
    const void *entries;
    size_t count;
    const char *names;
    size_t names_size;
};

struct cached {
    uint64_t address;
    bool used, found;
    struct tr_symbol symbol;
};

struct tr_symbol_table {
    struct table own, dynamic, separate;
    int separate_fd;
    Elf *separate_elf;
    struct cached cache[CACHE];
};

struct candidate {
    const struct table *table;
    GElf_Sym symbol;
    bool found;
};

static GElf_Sym entry_at(const struct table *table, const struct tr_image *image, size_t index)
{
    if (!image->is_32bit)
        return ((const Elf64_Sym *)table->entries)[index];
    const Elf32_Sym *narrow = (const Elf32_Sym *)table->entries + index;
    return (GElf_Sym){.st_name = narrow->st_name,
                      .st_info = narrow->st_info,
                      .st_other = narrow->st_other,
                      .st_shndx = narrow->st_shndx,
                      .st_value = narrow->st_value,
                      .st_size = narrow->st_size};
}

static const char *name_of(const struct table *table, const GElf_Sym *symbol)
{
    if (symbol->st_name >= table->names_size)
        return "";
    const char *name = table->names + symbol->st_name;
    return memchr(name, '\0', table->names_size - symbol->st_name) ? name : "";
}

static Elf_Scn *section_of_type(Elf *elf, unsigned type, GElf_Shdr *ret_header)
{
    Elf_Scn *section = NULL;
    for (size_t i = 0; i < TR_LIMIT_SECTIONS && (section = elf_nextscn(elf, section)); i++)
        if (gelf_getshdr(section, ret_header) && ret_header->sh_type == type)
            return section;
    return NULL;
}

static void load(struct table *table, const struct tr_image *image, Elf *elf, unsigned type)
{
    GElf_Shdr header, names_header;
    table->tried = true;
    Elf_Scn *section = elf ? section_of_type(elf, type, &header) : NULL;
    Elf_Scn *names = section ? elf_getscn(elf, header.sh_link) : NULL;
    if (!names || !gelf_getshdr(names, &names_header) || names_header.sh_type != SHT_STRTAB)
        return;
    Elf_Data *data = elf_getdata(section, NULL), *text = elf_section_data(names);
    if (!data || !data->d_buf || !text)
        return;
    size_t size = image->is_32bit ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym);
    table->count = data->d_size / size < TR_LIMIT_SYMBOLS ? data->d_size / size : TR_LIMIT_SYMBOLS;
    table->entries = data->d_buf;
    table->names = text->d_buf;
    table->names_size = text->d_size;
    table->elf = elf;
    table->complete = type == SHT_SYMTAB;
}

static struct tr_symbol_table *tables(struct tr_image *image)
{
    if (!image->symbols) {
        image->symbols = tr_arena_new(image->owner->arena, struct tr_symbol_table);
        image->symbols->separate_fd = -1;
        Elf *elf = tr_image_elf(image);
        load(&image->symbols->own, image, elf, SHT_SYMTAB);
        load(&image->symbols->dynamic, image, elf, SHT_DYNSYM);
    }
    return image->symbols;
}

void symbols_close(struct tr_image *image)
{
    if (!image->symbols)
        return;
    elf_end(image->symbols->separate_elf);
    tr_cleanup_close(&image->symbols->separate_fd);
    image->symbols = NULL;
}

/* Opened for its symbol table alone: with libc's debug file, whose DWARF would cost 50 ms and more, that is 0.1 ms. */
static const struct table *separate(struct tr_image *image)
{
    struct tr_symbol_table *symbols = tables(image);
    if (symbols->separate.tried)
        return &symbols->separate;
    int fd = debug_file_open(image, &symbols->separate_elf);
    symbols->separate_fd = fd;
    load(&symbols->separate, image, symbols->separate_elf, SHT_SYMTAB);
    return &symbols->separate;
}

/* Whether a symbol stands for an address at all. */
static bool is_placed(const GElf_Sym *symbol)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS && symbol->st_shndx != SHN_COMMON
           && (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT || type == STT_NOTYPE);
}

static bool is_function(const GElf_Sym *symbol)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    return type == STT_FUNC || type == STT_GNU_IFUNC;
}

static size_t underscores(const char *name) { return strspn(name, "_"); }

/* Of two symbols that contain an address, the one to show: a function, the innermost, exported, the plainer alias. */
static bool is_better(const struct table *table, const GElf_Sym *a, const GElf_Sym *b)
{
    if (is_function(a) != is_function(b))
        return is_function(a);
    if (a->st_value != b->st_value)
        return a->st_value > b->st_value;
    bool a_local = GELF_ST_BIND(a->st_info) == STB_LOCAL, b_local = GELF_ST_BIND(b->st_info) == STB_LOCAL;
    if (a_local != b_local)
        return b_local;
    const char *a_name = name_of(table, a), *b_name = name_of(table, b);
    if (underscores(a_name) != underscores(b_name))
        return underscores(a_name) < underscores(b_name);
    return strlen(a_name) < strlen(b_name);
}

static bool in_same_section(const struct table *table, const GElf_Sym *symbol, uint64_t address)
{
    GElf_Shdr header;
    Elf_Scn *section = elf_getscn(table->elf, symbol->st_shndx);
    return section && gelf_getshdr(section, &header) && address >= header.sh_addr
           && address - header.sh_addr < header.sh_size;
}

static bool scan(const struct table *table, const struct tr_image *image, uint64_t address, struct candidate *ret)
{
    GElf_Sym best = {0}, nearest = {0};
    bool have_best = false, have_nearest = false;
    for (size_t i = 0; i < table->count; i++) {
        GElf_Sym symbol = entry_at(table, image, i);
        /* What neither contains the address nor is nearer to it than another: nearly all. */
        if (symbol.st_value > address ||
            (address - symbol.st_value >= symbol.st_size && have_nearest && symbol.st_value < nearest.st_value))
            continue;
        /* Names are looked at last: touching 20,000 of them costs more than all the rest. */
        if (symbol.st_name == 0 || !is_placed(&symbol))
            continue;
        if (address - symbol.st_value < symbol.st_size && (!have_best || is_better(table, &symbol, &best))) {
            best = symbol;
            have_best = true;
        }
        /* Among those that start at one address a sized one says where it ends. */
        bool later = !have_nearest || symbol.st_value > nearest.st_value;
        if (later || (symbol.st_value == nearest.st_value && symbol.st_size > nearest.st_size)) {
            nearest = symbol;
            have_nearest = true;
        }
    }
    if (!have_best && have_nearest && nearest.st_size == 0 && table->complete
        && in_same_section(table, &nearest, address)) {
        best = nearest;
        have_best = true;
    }
    if (!have_best || *name_of(table, &best) == '\0')
        return false;
    *ret = (struct candidate){table, best, true};
    return true;
}

static void describe(const struct tr_image *image, const struct candidate *candidate, struct tr_symbol *ret)
{
    struct tr_arena *arena = image->owner->arena;
    const char *name = name_of(candidate->table, &candidate->symbol);
    const char *version = strchr(name, '@');
    if (version)
        name = tr_arena_strndup(arena, name, (size_t)(version - name));
    bool is_code = is_function(&candidate->symbol);
    const char *demangled = is_code ? tr_function_name(arena, name) : tr_demangle(arena, name);
    const char *signature = demangle_signature(arena, name);
    *ret = (struct tr_symbol){
        .name = name,
        .demangled = demangled,
        .signature = signature && strcmp(signature, demangled) != 0 ? signature : NULL,
        .address = candidate->symbol.st_value + image->bias,
        .size = candidate->symbol.st_size,
        .is_function = is_code,
        .inexact = candidate->symbol.st_size == 0,
    };
}

static bool look_up(struct tr_image *image, uint64_t address, struct tr_symbol *ret)
{
    struct tr_symbol_table *symbols = tables(image);
    struct candidate found = {0};
    if (scan(&symbols->own, image, address, &found)
        || (!symbols->own.count
            && (scan(&symbols->dynamic, image, address, &found) || scan(separate(image), image, address, &found))))
        describe(image, &found, ret);
    return found.found;
}

bool tr_symbol_at(struct tr_image *image, uint64_t address, struct tr_symbol *ret)
{
    struct cached *cached = &tables(image)->cache[(address ^ address >> 6) % CACHE];
    if (!cached->used || cached->address != address) {
        *cached = (struct cached){.address = address, .used = true};
        cached->found = look_up(image, address - image->bias, &cached->symbol);
    }
    if (cached->found)
        *ret = cached->symbol;
    return cached->found;
}

static bool find_name(const struct table *table, const struct tr_image *image, const char *name, bool is_object,
                      struct candidate *ret)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < table->count; i++) {
        GElf_Sym symbol = entry_at(table, image, i);
        if (is_object && GELF_ST_TYPE(symbol.st_info) != STT_OBJECT)
            continue;
        if (symbol.st_name >= table->names_size || table->names[symbol.st_name] != *name || !is_placed(&symbol))
            continue;
        const char *found = name_of(table, &symbol);
        /* "@VERSION" may follow in a .symtab. */
        if (strncmp(found, name, length) != 0 || (found[length] != '\0' && found[length] != '@'))
            continue;
        bool is_global = GELF_ST_BIND(symbol.st_info) != STB_LOCAL;
        if (!ret->found || is_global)
            *ret = (struct candidate){table, symbol, true};
        if (is_global)
            return true;
    }
    return ret->found;
}

static bool find_named(struct tr_image *image, const char *name, bool is_object, struct tr_symbol *ret)
{
    struct tr_symbol_table *symbols = tables(image);
    struct candidate found = {0};
    if (!find_name(&symbols->own, image, name, is_object, &found)
        && !find_name(&symbols->dynamic, image, name, is_object, &found))
        return false;
    describe(image, &found, ret);
    return true;
}

bool tr_symbol_named(struct tr_image *image, const char *name, struct tr_symbol *ret)
{
    return find_named(image, name, false, ret);
}

bool tr_object_named(struct tr_image *image, const char *name, struct tr_symbol *ret)
{
    return find_named(image, name, true, ret);
}

bool tr_symbol_find(const struct tr_images *images, const char *name, struct tr_image **ret_image,
                    struct tr_symbol *ret)
{
    struct tr_image *main_image = tr_images_main(images);
    if (main_image && tr_symbol_named(main_image, name, ret)) {
        *ret_image = main_image;
        return true;
    }
    for (size_t i = 0; i < images->count; i++) {
        if (images->items[i] == main_image || !tr_symbol_named(images->items[i], name, ret))
            continue;
        *ret_image = images->items[i];
        return true;
    }
    return false;
}

bool symbols_complete(struct tr_image *image)
{
    struct tr_symbol_table *symbols = tables(image);
    return symbols->own.count || (image->is_system ? symbols->dynamic.count : separate(image)->count);
}
