#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int zombies(void)
{
    int count = 0;
    DIR *proc = opendir("/proc");
    for (struct dirent *entry; proc && (entry = readdir(proc));) {
        char path[300], line[512] = "";
        snprintf(path, sizeof(path), "/proc/%s/stat", entry->d_name);
        FILE *file = isdigit((unsigned char)entry->d_name[0]) ? fopen(path, "r") : NULL;
        if (!file)
            continue;
        if (fgets(line, sizeof(line), file) && strstr(line, ") Z "))
            count++;
        fclose(file);
    }
    return count;
}

static void make_orphans(void)
{
    for (int i = 0; i < 5; i++) {
        if (fork() == 0) {
            if (fork() == 0)
                usleep(50000);
            _exit(0);
        }
        wait(NULL);
    }
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1 && strcmp(argv[1], "signal") == 0)
        abort();
    if (argc > 1 && strcmp(argv[1], "orphans") == 0) {
        make_orphans();
        usleep(400000);
        printf("%d zombies\n", zombies());
        return 0;
    }
    return argc > 1 ? atoi(argv[1]) : 0;
}
