#include "analysis/program.h"

#include "base/limits.h"

#include <dwarf.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
    int code;
    const char *name;
} languages[] = {
    {DW_LANG_C, "C"}, {DW_LANG_C89, "C"}, {DW_LANG_C99, "C"}, {DW_LANG_C11, "C"},
    {DW_LANG_C_plus_plus, "C++"}, {DW_LANG_C_plus_plus_03, "C++"}, {DW_LANG_C_plus_plus_11, "C++"},
    {DW_LANG_C_plus_plus_14, "C++"}, {DW_LANG_Rust, "Rust"}, {DW_LANG_Go, "Go"}, {DW_LANG_D, "D"},
    {DW_LANG_Fortran90, "Fortran"}, {DW_LANG_Fortran95, "Fortran"}, {DW_LANG_Fortran03, "Fortran"},
    {DW_LANG_Fortran08, "Fortran"}, {DW_LANG_Ada95, "Ada"}, {DW_LANG_Pascal83, "Pascal"}, {DW_LANG_ObjC, "Objective-C"},
};

static const char *language_name(int code)
{
    for (size_t i = 0; i < sizeof(languages) / sizeof(languages[0]); i++)
        if (languages[i].code == code)
            return languages[i].name;
    return NULL;
}

/* The unit of the program's own entry function tells the language; else the first unit that has one. */
static const struct tr_unit *main_unit(struct tr_dwarf *dwarf)
{
    for (size_t i = 0; i < dwarf->unit_count; i++)
        if (language_name(dwarf->units[i].language))
            return &dwarf->units[i];
    return NULL;
}

void tr_analysis_program(struct tr_analysis *analysis)
{
    struct tr_program *program = analysis->report->program;
    struct tr_image *image = tr_images_main(analysis->images);
    if (!image) {
        program->debug_info = TR_DEBUG_INFO_NONE;
        program->debug_info_reason = "the program's own image was not found in memory";
        return;
    }
    program->build_id = image->build_id;
    struct stat status;
    if (tr_image_elf(image) && image->fd >= 0 && fstat(image->fd, &status) == 0)
        analysis->executable_mtime = status.st_mtim.tv_sec;
    struct tr_dwarf *dwarf = tr_image_dwarf(image);
    program->debug_info = dwarf->level;
    program->debug_info_reason = dwarf->reason;
    if (dwarf->reason)
        tr_analysis_incomplete(analysis, "debug_info", dwarf->reason);
    const struct tr_unit *unit = main_unit(dwarf);
    if (unit) {
        program->language = language_name(unit->language);
        program->compiler = tr_arena_strdup(analysis->arena, unit->producer);
    }
}

static void add_module(struct tr_analysis *analysis, const struct tr_image *image)
{
    struct tr_list *modules = &analysis->report->modules;
    TR_EACH(const struct tr_module, known, modules)
    {
        if (known->path == image->path)
            return;
    }
    if (modules->count == TR_LIMIT_MODULES_REPORTED)
        return;
    struct tr_module *module = tr_list_new(analysis->arena, modules, struct tr_module);
    module->path = image->path;
    module->build_id = image->build_id;
    module->base = tr_word(image->bias);
    module->reason = image->file_reason;
    if (image->dwarf) {
        module->debug_info = image->dwarf->level;
        if (!module->reason)
            module->reason = image->dwarf->reason;
    }
}

void tr_analysis_modules(struct tr_analysis *analysis)
{
    TR_EACH(const struct tr_thread, thread, &analysis->report->threads)
    {
        TR_EACH(const struct tr_frame, frame, &thread->frames)
        {
            const struct tr_image *image = tr_images_find(analysis->images, frame->pc.value);
            if (image)
                add_module(analysis, image);
        }
    }
}
