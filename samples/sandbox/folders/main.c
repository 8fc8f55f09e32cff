/* Changes, adds and removes files, and says what it found. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *path)
{
    FILE *file = fopen(path, "w");
    printf("%s %s\n", strrchr(path, '/') ? strrchr(path, '/') + 1 : path, file && fputs("changed\n", file) >= 0 ? "written" : strerror(errno));
    fflush(stdout);
    if (file)
        fclose(file);
}

int main(int argc, char **argv)
{
    char path[4096], line[64] = "";
    FILE *file = fopen("data/kept", "r");
    printf("found %s", file && fgets(line, sizeof(line), file) ? line : "nothing\n");
    put("data/kept");
    put("new");
    printf("removed %s\n", remove("data/gone") == 0 ? "gone" : strerror(errno));
    snprintf(path, sizeof(path), "%s/scratch", getenv("TMPDIR"));
    put(path);
    if (argc > 1)
        put(argv[1]);
    return 0;
}
