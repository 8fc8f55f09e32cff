#include "supervise/target.h"

#include "base/utf8.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

static const char default_path[] = "/bin:/usr/bin"; /* what glibc's execvp uses without PATH */

static bool is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool may_execute(const char *path) { return faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) == 0; }

/* Along PATH: the first that may be executed; @p ret_seen: the first that is there but may not. */
static char *search(const char *name, char **ret_seen)
{
    const char *list = getenv("PATH");
    for (const char *at = list ? list : default_path; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        size_t size = strcspn(at, ":");
        struct tr_str path = {0};
        tr_str_add(&path, at, size); /* an empty element means the current folder */
        tr_str_printf(&path, "%s%s", size ? "/" : "./", name);
        if (is_regular(path.bytes) && may_execute(path.bytes))
            return path.bytes;
        if (!*ret_seen && is_regular(path.bytes))
            *ret_seen = path.bytes;
        else
            tr_str_deinit(&path);
    }
    return NULL;
}

static struct tr_error *not_in_path(const char *name)
{
    tr_auto_str struct tr_str quoted = {0}, near = {0}, guess = {0};
    tr_str_add_quoted(&quoted, name);
    tr_str_printf(&near, "./%s", name);
    if (!*name || !is_regular(near.bytes))
        return tr_error_make(TR_ERROR_NOT_FOUND, "cannot run %s: there is no such program in PATH", quoted.bytes);
    tr_str_add_quoted(&guess, near.bytes);
    return tr_error_make(TR_ERROR_NOT_FOUND, "cannot run %s: there is no such program in PATH; did you mean %s?",
                         quoted.bytes, guess.bytes);
}

static void look_at(struct tr_target *target)
{
    struct stat status;
    if (stat(target->path, &status) < 0 || !S_ISREG(status.st_mode))
        return;
    target->set_id = (status.st_mode & S_ISUID) || (status.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP);
    tr_auto_close int fd = open(target->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    tr_probe_file(fd, &target->probe);
}

struct tr_error *tr_target_find(const char *name, struct tr_target *ret)
{
    *ret = (struct tr_target){.name = name};
    tr_auto_free char *seen = NULL;
    char *path = strchr(name, '/') ? strdup(name) : *name ? search(name, &seen) : NULL;
    if (!path)
        path = tr_take(seen); /* execve will say why not */
    if (!path)
        return not_in_path(name);
    ret->path = path;
    look_at(ret);
    return NULL;
}

void tr_target_deinit(struct tr_target *target)
{
    free(target->path);
    target->path = NULL;
}

static struct tr_error *refuse(enum tr_error_code code, const struct tr_target *target, const char *why,
                               const char *object)
{
    tr_auto_str struct tr_str name = {0}, other = {0};
    tr_str_add_quoted(&name, target->path);
    if (object)
        tr_str_add_quoted(&other, object);
    return tr_error_make(code, "cannot run %s: %s%s", name.bytes, why, tr_str_text(&other));
}

static struct tr_error *explain_missing(const struct tr_target *target)
{
    const struct tr_probe *probe = &target->probe;
    struct stat status;
    if (stat(target->path, &status) < 0)
        return refuse(TR_ERROR_NOT_FOUND, target, strerror(errno), NULL);
    if (probe->is_elf && probe->interpreter[0])
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "it needs a dynamic loader that is not there: ",
                      probe->interpreter);
    if (probe->interpreter[0])
        return refuse(TR_ERROR_NOT_FOUND, target, "its first line names an interpreter that is not there: ",
                      probe->interpreter);
    return refuse(TR_ERROR_NOT_FOUND, target, strerror(ENOENT), NULL);
}

static bool on_noexec(const char *path)
{
    struct statvfs status;
    return statvfs(path, &status) == 0 && (status.f_flag & ST_NOEXEC);
}

static struct tr_error *explain_denied(const struct tr_target *target)
{
    struct stat status;
    if (stat(target->path, &status) < 0)
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "permission denied on a folder of its path", NULL);
    if (S_ISDIR(status.st_mode))
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "it is a directory", NULL);
    if (!S_ISREG(status.st_mode))
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "it is not a regular file", NULL);
    if (!may_execute(target->path))
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "permission denied: it is not executable (chmod +x makes it so)", NULL);
    if (on_noexec(target->path))
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "its file system is mounted noexec", NULL);
    if (target->probe.interpreter[0])
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "it needs an interpreter that may not be executed: ",
                      target->probe.interpreter);
    return refuse(TR_ERROR_NOT_EXECUTABLE, target, strerror(EACCES), NULL);
}

static struct tr_error *explain_format(const struct tr_target *target)
{
    const struct tr_probe *probe = &target->probe;
    if (!probe->readable)
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "it is in no format that this machine can execute", NULL);
    if (!probe->is_elf)
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "it is neither an ELF program nor a script", NULL);
    if (probe->machine == EM_X86_64)
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "its ELF headers are damaged, or it is not a linked program",
                      NULL);
    const char *machine = tr_machine_name(probe->machine);
    tr_auto_str struct tr_str why = {0};
    if (machine)
        tr_str_printf(&why, "it is built for %s, and this machine (x86-64) cannot execute that", machine);
    else
        tr_str_printf(&why, "it is built for another machine (ELF number %u), not for x86-64", probe->machine);
    return refuse(TR_ERROR_NOT_EXECUTABLE, target, why.bytes, NULL);
}

struct tr_error *tr_target_explain(const struct tr_target *target, int errno_value)
{
    switch (errno_value) {
    case ENOENT:
        return explain_missing(target);
    case ENOTDIR:
    case ELOOP:
    case ENAMETOOLONG:
        return refuse(TR_ERROR_NOT_FOUND, target, strerror(errno_value), NULL);
    case EACCES:
        return explain_denied(target);
    case ENOEXEC:
        return explain_format(target);
    case ETXTBSY:
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, "its file is open for writing (is it still being built?)", NULL);
    default:
        return refuse(TR_ERROR_NOT_EXECUTABLE, target, strerror(errno_value), NULL);
    }
}
