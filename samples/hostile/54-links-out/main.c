#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int show(const char *path)
{
    char text[100];
    int file = open(path, O_RDONLY);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text);
    if (size > 0)
        (void)!write(1, text, (size_t)size);
    return size > 0 ? 99 : 0;
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 3)
        return 2;
    char answer[4200];
    snprintf(answer, sizeof answer, "%s/answer", argv[2]);
    if (strcmp(argv[1], "symlink") == 0)
        return symlink(answer, "link") ? 0 : show("link");
    if (strcmp(argv[1], "folder") == 0)
        return symlink(argv[2], "folder") ? 0 : show("folder/answer");
    if (strcmp(argv[1], "hardlink") == 0)
        return link(answer, "link") ? 0 : show("link");
    if (strcmp(argv[1], "rename") == 0)
        return rename(answer, "mine") ? 0 : show("mine");
    mkdir("a", 0700);
    snprintf(answer, sizeof answer, "a/../../../../../../../../../../../../../../../..%s/answer", argv[2]);
    return show(answer);
}
