#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 2)
        return 2;
    if (strcmp(argv[1], "deep") == 0) {
        for (int i = 0; i < 4000; i++)
            if (mkdir("d", 0700) || chdir("d"))
                return 1;
        return 0;
    }
    if (strcmp(argv[1], "names") == 0) {
        for (int byte = 1; byte < 256; byte++) {
            const char name[] = {'-', (char)byte, '\n', '"', 0};
            if (byte != '/')
                close(open(name, O_WRONLY | O_CREAT, 0));
        }
        return 0;
    }
    for (long i = 0;; i++) {
        char name[32];
        snprintf(name, sizeof name, "file%ld", i);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0)
            return 1;
        close(file);
    }
}
