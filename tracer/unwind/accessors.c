#include "unwind/unwind_internal.h"

#include <string.h>

/* Exported by libunwind for perf(1), which does the same; there is no header for it. */
extern int UNW_OBJ(dwarf_search_unwind_table)(unw_addr_space_t space, unw_word_t pc, unw_dyn_info_t *table,
                                              unw_proc_info_t *ret, int need_unwind_info, void *arg);

static bool read_window(const struct tr_unwinder *unwinder, uint64_t address, unw_word_t *ret)
{
    TR_EACH(const struct window, window, &unwinder->windows) {
        uint64_t offset = address - window->address;
        if (offset >= window->size)
            continue;
        size_t left = window->size - offset;
        *ret = 0;
        memcpy(ret, window->bytes + offset, left < sizeof(*ret) ? left : sizeof(*ret));
        return true;
    }
    return false;
}

bool unwinder_read(struct tr_unwinder *unwinder, uint64_t address, unw_word_t *ret)
{
    /* A DWARF expression can loop for ever and a CFI program can be gigabytes long: reads are what both need. */
    if (unwinder->reads_left == 0)
        return false;
    unwinder->reads_left--;
    return tr_memory_read_u64(unwinder->images->memory, address, ret) || read_window(unwinder, address, ret);
}

static int access_memory(unw_addr_space_t space, unw_word_t address, unw_word_t *value, int write, void *arg)
{
    (void)space;
    struct tr_unwinder *unwinder = arg;
    if (write)
        return -UNW_EINVAL;
    unwinder->last_read = address;
    return unwinder_read(unwinder, address, value) ? 0 : -UNW_EINVAL;
}

static int access_register(unw_addr_space_t space, unw_regnum_t number, unw_word_t *value, int write, void *arg)
{
    (void)space;
    const struct tr_unwinder *unwinder = arg;
    if (write)
        return -UNW_EREADONLYREG;
    if (number < 0 || number >= TR_DWARF_REGISTERS)
        return -UNW_EBADREG;
    *value = unwinder->registers[number];
    return 0;
}

static int access_float(unw_addr_space_t space, unw_regnum_t number, unw_fpreg_t *value, int write, void *arg)
{
    (void)space, (void)number, (void)value, (void)write, (void)arg;
    return -UNW_EBADREG;
}

static struct image_tables *tables_of(struct tr_unwinder *unwinder, const struct tr_image *image)
{
    TR_EACH(struct image_tables, tables, &unwinder->tables) {
        if (tables->image == image)
            return tables;
    }
    struct image_tables *tables = tr_list_new(unwinder->images->arena, &unwinder->tables, struct image_tables);
    tables->image = image;
    return tables;
}

static int search(struct tr_unwinder *unwinder, const struct tr_image *image, const struct frame_table *table,
                  unw_word_t pc, unw_proc_info_t *ret, int need_unwind_info)
{
    unw_dyn_info_t info = {.start_ip = image->start, .end_ip = image->end, .format = UNW_INFO_FORMAT_REMOTE_TABLE};
    info.u.rti.segbase = table->segment;
    info.u.rti.table_data = table->entries;
    info.u.rti.table_len = table->count; /* in words; a pair of int32 is one */
    return UNW_OBJ(dwarf_search_unwind_table)(unwinder->space, pc, &info, ret, need_unwind_info, unwinder);
}

static int find_function(unw_addr_space_t space, unw_word_t pc, unw_proc_info_t *ret, int need_unwind_info, void *arg)
{
    (void)space;
    struct tr_unwinder *unwinder = arg;
    struct tr_image *image = tr_images_find(unwinder->images, pc);
    if (image && !image->is_32bit) {
        struct image_tables *tables = tables_of(unwinder, image);
        for (enum table_source source = 0; source < TABLE_SOURCES; source++) {
            struct frame_table *table = &tables->tables[source];
            if (!tables->tried[source])
                frame_table_build(unwinder, image, source, table);
            tables->tried[source] = true;
            if (table->count && search(unwinder, image, table, pc, ret, need_unwind_info) >= 0
                && (!need_unwind_info || frame_program_is_sane(unwinder, ret)))
                return 0;
            /* A header that is there covers all of .eh_frame: no need to open the file for a second index of it. */
            if (source == FROM_HEADER && table->count)
                source = FROM_EH_FRAME;
        }
    }
    unwinder->missing = true;
    return -UNW_ENOINFO;
}

/* libunwind frees what it allocated for a function by itself. */
static void release_function(unw_addr_space_t space, unw_proc_info_t *info, void *arg)
{
    (void)space, (void)info, (void)arg;
}

/* Registering generated code with libunwind in the tracee is a thing of its own tests only. */
static int find_dynamic_list(unw_addr_space_t space, unw_word_t *ret, void *arg)
{
    (void)space, (void)ret, (void)arg;
    return -UNW_ENOINFO;
}

static int resume(unw_addr_space_t space, unw_cursor_t *cursor, void *arg)
{
    (void)space, (void)cursor, (void)arg;
    return -UNW_EINVAL;
}

static int find_name(unw_addr_space_t space, unw_word_t pc, char *buffer, size_t size, unw_word_t *offset, void *arg)
{
    (void)space, (void)pc, (void)buffer, (void)size, (void)offset, (void)arg;
    return -UNW_ENOINFO;
}

unw_accessors_t tr_unwind_accessors = {
    .find_proc_info = find_function,
    .put_unwind_info = release_function,
    .get_dyn_info_list_addr = find_dynamic_list,
    .access_mem = access_memory,
    .access_reg = access_register,
    .access_fpreg = access_float,
    .resume = resume,
    .get_proc_name = find_name,
};
