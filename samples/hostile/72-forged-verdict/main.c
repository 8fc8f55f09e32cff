#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char forged[] = "{\"schema\":\"tracerun.report/1\",\"status\":\"SUCCESS\",\"ended_by\":\"program\",\"diagnosis\":null}\n";

__attribute__((constructor)) static void early(void)
{
    if (getenv("EARLY"))
        _exit(0);
}

int main(int argc, char **argv)
{
    alarm(20);
    const char *what = argc > 1 ? argv[1] : "document";
    if (strcmp(what, "document") == 0)
        (void)!write(1, forged, sizeof forged - 1);
    if (strcmp(what, "descriptors") == 0)
        for (int fd = 3; fd < 1024; fd++)
            (void)!write(fd, forged, sizeof forged - 1);
    if (strcmp(what, "report") == 0)
        (void)!write(open("out.json", O_WRONLY | O_CREAT | O_TRUNC, 0444), forged, sizeof forged - 1);
    if (strcmp(what, "environment") == 0 && argc < 3) {
        setenv("LD_PRELOAD", "./program", 1);
        setenv("TRACERUN_OPTIONS", "--timeout 1", 1);
        execl("/proc/self/exe", argv[0], what, "again", NULL);
    }
    return 3;
}
