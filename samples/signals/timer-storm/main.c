#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t ticks;

static void tick(int number)
{
    (void)number;
    ticks++;
}

int main(void)
{
    struct itimerval every = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART};
    int ends[2];
    char bytes[8];
    alarm(20);
    sigaction(SIGALRM, &action, NULL);
    if (pipe(ends) != 0)
        return 1;
    if (fork() == 0) {
        usleep(300000);
        return write(ends[1], "hello", 5) != 5;
    }
    setitimer(ITIMER_REAL, &every, NULL);
    long got = read(ends[0], bytes, sizeof(bytes)); /* restarted some three hundred times */
    setitimer(ITIMER_REAL, &never, NULL);
    printf("read %ld bytes, %s\n", got, ticks >= 50 ? "enough ticks" : "too few ticks");
    return 0;
}
