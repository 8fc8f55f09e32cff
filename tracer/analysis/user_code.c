#include "analysis/user_code.h"

#include <fnmatch.h>
#include <limits.h>
#include <string.h>

/* Where Debian and other distributions keep what is not the user's; a home below /usr/local/src or /opt stays the user's. */
static const char *const system_folders[] = {
    "/usr/include/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/libx32/", "/lib/", "/usr/share/", "/usr/src/",
    "/usr/local/include/", "/usr/local/lib/",
};

/* Sources of libraries that were compiled elsewhere keep these relative or build-machine paths. */
static const char *const library_marks[] = {"/libstdc++-v3/", "/libgcc/", "/glibc-", "/sysdeps/", "/csu/", "/compiler-rt/"};

/* clang names its headers by where it lies itself: /usr/bin/../lib/gcc/…/../../../../include/c++/12/map. */
static void resolve_parents(char *path)
{
    for (char *at; (at = strstr(path, "/../"));) {
        char *before = at;
        while (before > path && before[-1] != '/')
            before--;
        memmove(before > path ? before - 1 : path, at + strlen("/.."), strlen(at + strlen("/..")) + 1);
    }
}

static bool is_system_source(const char *name)
{
    char file[PATH_MAX];
    if (strlen(name) >= sizeof(file))
        return false;
    memcpy(file, name, strlen(name) + 1);
    resolve_parents(file);
    for (size_t i = 0; i < sizeof(system_folders) / sizeof(system_folders[0]); i++)
        if (strncmp(file, system_folders[i], strlen(system_folders[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof(library_marks) / sizeof(library_marks[0]); i++)
        if (strstr(file, library_marks[i]))
            return true;
    return false;
}

bool tr_user_code(const struct tr_analysis *analysis, const struct tr_image *image, const char *file, const char *function)
{
    const struct tr_list *globs = &analysis->request->user_code;
    if (globs->count) {
        TR_EACH(const char, glob, globs)
        {
            if ((file && fnmatch(glob, file, 0) == 0) || (function && fnmatch(glob, function, 0) == 0))
                return true;
        }
        return false;
    }
    return !image->is_system && file && !is_system_source(file);
}
