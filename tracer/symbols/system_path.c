#include "symbols/elf_internal.h"

#include "base/cleanup.h"

#include <string.h>

/* Folders of the distribution. /usr/local and /opt hold what people build themselves. */
static const char *const folders[] = {
    "/lib/",       "/lib32/",     "/lib64/",      "/libx32/",      "/usr/lib/",
    "/usr/lib32/", "/usr/lib64/", "/usr/libx32/", "/usr/libexec/",
};

/* Toolchain and C runtime, wherever a container or a package manager with its own root has put them. */
static const char *const runtimes[] = {
    "ld-linux",   "ld-musl",      "libc.so",     "libc-2",     "libm.so",     "libpthread",  "libdl.so",
    "librt.so",   "libstdc++.so", "libc++.so",   "libc++abi",  "libgcc_s",    "libasan.so",  "libubsan.so",
    "libtsan.so", "liblsan.so",   "libclang_rt", "libgomp.so", "libquadmath", "libgfortran",
};

static bool begins_with(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

bool elf_path_is_system(const char *path)
{
    for (size_t i = 0; i < TR_COUNT(folders); i++)
        if (begins_with(path, folders[i]))
            return true;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < TR_COUNT(runtimes); i++)
        if (begins_with(name, runtimes[i]))
            return true;
    return false;
}
