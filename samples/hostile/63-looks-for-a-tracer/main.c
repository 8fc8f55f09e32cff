#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1 && strcmp(argv[1], "asks") == 0)
        return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 ? 99 : 0;
    char line[200];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "TracerPid:", 10) == 0)
            fputs(line, stdout);
}
