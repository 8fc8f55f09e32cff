#include "session/files.h"

#include "base/cleanup.h"
#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* Libraries, and debug information that distributions install. */
static const char *const system_roots[] = {"/usr", "/lib", "/lib32", "/lib64", "/libx32"};

void tr_file_policy_add(struct tr_file_policy *policy, struct tr_arena *arena, const char *start, const char *path)
{
    char real[PATH_MAX];
    if (path[0] != '/' && !start)
        return;
    const char *spelled = path[0] == '/' ? path : tr_arena_printf(arena, "%s/%s", start, path);
    if (!realpath(spelled, real))
        return;
    tr_list_add(arena, &policy->roots, (void *)spelled);
    if (strcmp(real, spelled) != 0)
        tr_list_add(arena, &policy->roots, tr_arena_strdup(arena, real));
}

/* Drop "." and ".." from an absolute path by its text alone: links are refused later. @return false when it is too long. */
static bool normalise(const char *path, char *ret, size_t size)
{
    size_t length = 0;
    while (*path) {
        path += strspn(path, "/");
        size_t part = strcspn(path, "/");
        bool up = part == 2 && path[0] == '.' && path[1] == '.';
        if (up)
            while (length && ret[--length] != '/') {
            }
        else if (part && !(part == 1 && path[0] == '.')) {
            if (length + part + 2 > size)
                return false;
            ret[length++] = '/';
            memcpy(ret + length, path, part);
            length += part;
        }
        path += part;
    }
    ret[length] = '\0';
    return true;
}

/* What follows @p root in @p path; NULL when it is not below. */
static const char *below(const char *path, const char *root)
{
    size_t length = strlen(root);
    while (length && root[length - 1] == '/')
        length--;
    return strncmp(path, root, length) == 0 && path[length] == '/' && path[length + 1] ? path + length + 1 : NULL;
}

static int open_below(const char *path, const char *root, enum tr_file_purpose purpose)
{
    const char *relative = below(path, root);
    return relative ? tr_file_open_below(root, relative, purpose) : -EACCES;
}

static int open_confined(const struct tr_file_policy *policy, const char *path, enum tr_file_purpose purpose)
{
    int result = -EACCES;
    for (size_t i = 0; i < policy->roots.count && result < 0; i++) {
        int got = open_below(path, policy->roots.items[i], purpose);
        result = got == -EACCES ? result : got;
    }
    for (size_t i = 0; i < TR_COUNT(system_roots) && result < 0 && purpose != TR_FILE_SOURCE; i++) {
        int got = open_below(path, system_roots[i], purpose);
        result = got == -EACCES ? result : got;
    }
    return result;
}

int tr_session_open_file(const struct tr_file_policy *policy, const char *path, int purpose)
{
    char plain[PATH_MAX];
    if (purpose < TR_FILE_MODULE || purpose > TR_FILE_SOURCE || path[0] != '/')
        return -EINVAL;
    if (!policy->confined)
        return tr_file_open_regular(NULL, path, purpose);
    return normalise(path, plain, sizeof(plain)) ? open_confined(policy, plain, purpose) : -ENAMETOOLONG;
}
