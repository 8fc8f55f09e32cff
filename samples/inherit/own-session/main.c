#include <dirent.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

static int threads(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    while (folder && readdir(folder))
        count++;
    return count - 2;
}

int main(void)
{
    alarm(20);
    printf("group %s, dumpable %d, threads %d\n", getpgrp() == getsid(0) ? "shared" : "its own", prctl(PR_GET_DUMPABLE), threads());
    return 0;
}
