#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static int byte_at(const char *file, long offset)
{
    return file[offset];
}

int main(int argc, char **argv)
{
    FILE *file = fopen("short.txt", "w+");
    fputs("few words", file);
    fflush(file);
    const char *bytes = mmap(NULL, 8192, PROT_READ, MAP_SHARED, fileno(file), 0);
    return byte_at(bytes, argc > 1 ? atol(argv[1]) : 0) == 0;
}
