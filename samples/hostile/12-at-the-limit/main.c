#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 3)
        return 2;
    clockid_t clock = strcmp(argv[1], "cpu") == 0 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
    struct timespec begin = {0}, now;
    if (clock == CLOCK_MONOTONIC)
        clock_gettime(clock, &begin);
    do
        clock_gettime(clock, &now);
    while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < atol(argv[2]));
    _exit(0);
}
