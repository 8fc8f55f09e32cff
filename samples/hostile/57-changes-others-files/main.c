#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static int change(const char *how, const char *scores, const char *other)
{
    if (strcmp(how, "chmod") == 0)
        return chmod(scores, 0777);
    if (strcmp(how, "chown") == 0)
        return chown(scores, 1234, 1234);
    if (strcmp(how, "utime") == 0)
        return utimensat(AT_FDCWD, scores, NULL, 0);
    if (strcmp(how, "xattr") == 0)
        return setxattr(scores, "user.grade", "A", 1, 0);
    if (strcmp(how, "truncate") == 0)
        return truncate(scores, 0);
    if (strcmp(how, "write") == 0)
        return open(scores, O_WRONLY | O_APPEND);
    if (strcmp(how, "create") == 0)
        return open(other, O_WRONLY | O_CREAT, 0600);
    if (strcmp(how, "unlink") == 0)
        return unlink(scores);
    if (strcmp(how, "mkdir") == 0)
        return mkdir(other, 0700);
    if (strcmp(how, "rename") == 0)
        return rename(scores, other);
    if (strcmp(how, "symlink") == 0)
        return symlink("scores", other);
    return mkfifo(other, 0600);
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 3)
        return 2;
    char scores[4200], other[4200];
    snprintf(scores, sizeof scores, "%s/scores", argv[2]);
    snprintf(other, sizeof other, "%s/other", argv[2]);
    return change(argv[1], scores, other) < 0 ? 1 : 99;
}
