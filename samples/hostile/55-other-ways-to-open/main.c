#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int by_handle(const char *path)
{
    struct file_handle *handle = calloc(1, sizeof *handle + MAX_HANDLE_SZ);
    int mount;
    handle->handle_bytes = MAX_HANDLE_SZ;
    if (name_to_handle_at(AT_FDCWD, path, handle, &mount, 0))
        return -1;
    return open_by_handle_at(open(".", O_RDONLY), handle, O_RDONLY);
}

static int by_proc(const char *path)
{
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", open(path, O_PATH));
    return open(name, O_RDONLY);
}

static int by_folder(const char *folder)
{
    return openat(open(folder, O_PATH | O_DIRECTORY), "answer", O_RDONLY);
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 3)
        return 2;
    char text[100], path[4200];
    snprintf(path, sizeof path, "%s/answer", argv[2]);
    int file = -1;
    struct open_how how = {.flags = O_RDONLY};
    if (strcmp(argv[1], "openat2") == 0)
        file = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
    else if (strcmp(argv[1], "relative") == 0)
        file = by_folder(argv[2]);
    else if (strcmp(argv[1], "proc") == 0)
        file = by_proc(path);
    else if (strcmp(argv[1], "handle") == 0)
        file = by_handle(path);
    else if (chdir(argv[2]) == 0)
        file = open("answer", O_RDONLY);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text);
    if (size > 0)
        (void)!write(1, text, (size_t)size);
    return size > 0 ? 99 : 0;
}
