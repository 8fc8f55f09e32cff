/* Runs a fuzzer on the files of a corpus, without libFuzzer: usage: FUZZER FOLDER|FILE… */
#include "fuzzer.h"

#include "base/cleanup.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run_file(const char *path)
{
    enum { MOST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    /* Of the input's own size, so that a read behind it is seen by a sanitizer. */
    tr_auto_free uint8_t *whole = malloc(MOST);
    if (!file || !whole) {
        perror(path);
        exit(1);
    }
    size_t size = fread(whole, 1, MOST, file);
    fclose(file);
    tr_auto_free uint8_t *bytes = malloc(size ? size : 1);
    if (!bytes)
        exit(1);
    memcpy(bytes, whole, size);
    /* When it dies, this tells on what. */
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(bytes, size);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        if (!folder) {
            run_file(argv[i]);
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder));) {
            char path[4096];
            snprintf(path, sizeof(path), "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.')
                run_file(path);
        }
        closedir(folder);
    }
    return 0;
}
