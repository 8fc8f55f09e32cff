#include <time.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    for (;;) {
        struct timespec begin, now;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        do
            clock_gettime(CLOCK_MONOTONIC, &now);
        while ((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec < 3000000);
        nanosleep(&(struct timespec){0, 500000}, NULL);
    }
}
