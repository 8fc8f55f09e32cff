#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static volatile sig_atomic_t done;
static volatile int flag;

static void handle(int number)
{
    (void)number;
    done = 1;
}

/* Counts towards its bound; too far away for the time limit. */
static long counts(long bound)
{
    long sum = 0;
    for (long i = 0; i < bound; i++)
        sum += i ^ (sum >> 3);
    return sum;
}

static long nested(int bound)
{
    long sum = 0;
    for (int i = 0; i < bound; i++)
        for (int j = 0; j < 1000; j++)
            sum += i * j;
    return sum;
}

static void *sleeps(void *seconds)
{
    struct timespec time = {.tv_nsec = 400000000};
    nanosleep(&time, NULL);
    flag = 1;
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    return seconds;
}

static void wait_timed(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 20;
    pthread_mutex_lock(&lock);
    pthread_cond_timedwait(&ready, &lock, &until);
}

static void wait_for_signal(void)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
}

static void wait_busily(void)
{
    while (!done)
        ;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    pthread_t thread;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (strcmp(which, "counts") == 0)
        return (int)counts(1L << 60);
    if (strcmp(which, "nested") == 0)
        return (int)nested(1 << 30);
    if (strcmp(which, "sleep") == 0)
        sleep(20);
    if (strcmp(which, "poll") == 0)
        poll(NULL, 0, 20000);
    if (strcmp(which, "pause") == 0)
        pause();
    if (strcmp(which, "timed") == 0)
        wait_timed();
    if (strcmp(which, "signal") == 0) {
        signal(SIGUSR1, handle);
        wait_for_signal();
    }
    if (strcmp(which, "alarm") == 0) {
        alarm(20);
        wait_for_signal();
    }
    if (strcmp(which, "timer-loop") == 0) {
        struct itimerval soon = {.it_value = {.tv_sec = 20}};
        signal(SIGALRM, handle);
        setitimer(ITIMER_REAL, &soon, NULL);
        wait_busily();
    }
    if (strcmp(which, "late-waker") == 0) {
        pthread_create(&thread, NULL, sleeps, NULL);
        pthread_mutex_lock(&lock);
        while (!flag)
            pthread_cond_wait(&ready, &lock);
        pthread_mutex_unlock(&lock);
        pthread_join(thread, NULL);
        puts("woken");
    }
    if (strcmp(which, "child") == 0) {
        pid_t child = fork();
        if (child == 0) {
            usleep(400000);
            _exit(0);
        }
        waitpid(child, NULL, 0);
        puts("child ended");
    }
    if (strcmp(which, "pipe") == 0) {
        int ends[2];
        char byte;
        if (pipe(ends) == 0 && read(ends[0], &byte, 1) < 0)
            return 1;
    }
    return 0;
}
