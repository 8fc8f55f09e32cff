#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int misbehave(const char *how)
{
    int *volatile nowhere = NULL;
    return *nowhere + how[0];
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 2)
        return 2;
    if (strcmp(argv[1], "deleted") == 0 && unlink("program") != 0)
        return 3;
    if (strcmp(argv[1], "replaced") == 0 && rename("other", "program") != 0)
        return 3;
    if (strcmp(argv[1], "folder-gone") == 0 && rename("program", "program\n(deleted)") != 0)
        return 3;
    return misbehave(argv[1]);
}
