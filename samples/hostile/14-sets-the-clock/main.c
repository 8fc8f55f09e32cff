#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    int result;
    if (argc > 1 && strcmp(argv[1], "clock_settime") == 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        result = clock_settime(CLOCK_REALTIME, &now);
    } else {
        struct timeval now;
        gettimeofday(&now, NULL);
        result = settimeofday(&now, NULL);
    }
    if (argc > 2)
        pause();
    return result ? 1 : 99;
}
