/* What test_attach.py attaches to: ways to run, wait and stand, told by the first argument. Ends after a minute. */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long turns;
static volatile int goal = 1;

static void say_ready(void)
{
    puts("ready");
    fflush(stdout);
}

static void spin(void)
{
    while (goal != 0)
        turns++;
}

static void *wait_for_lock(void *unused)
{
    pthread_mutex_lock(&lock);
    return unused;
}

/* Ends with status 3 when the wait is cut short: nothing but a second of stdin may wake it. */
static int wait_in_epoll(void)
{
    struct epoll_event event = {.events = EPOLLIN};
    int set = epoll_create1(0);
    epoll_ctl(set, EPOLL_CTL_ADD, 0, &event);
    say_ready();
    int count = epoll_wait(set, &event, 1, -1);
    if (count < 0)
        return 3;
    puts("woken");
    return 0;
}

/* Computes in few instructions, told before each time, and then waits longer than anybody watches a step. */
static void compute_and_wait(void)
{
    enum { TIMES = 8, BYTES = 16 << 20 };
    for (;;) {
        say_ready();
        for (int i = 0; i < TIMES; i++)
            munmap(mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0), BYTES);
        poll(NULL, 0, 1500);
    }
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    alarm(60);
    if (strcmp(which, "spin") == 0) {
        say_ready();
        spin();
    } else if (strcmp(which, "threads") == 0) {
        pthread_t thread;
        pthread_mutex_lock(&lock);
        for (int i = 0; i < 40; i++)
            pthread_create(&thread, NULL, wait_for_lock, NULL);
        say_ready();
        pthread_join(thread, NULL);
    } else if (strcmp(which, "sleep") == 0) {
        say_ready();
        sleep(50);
    } else if (strcmp(which, "vfork") == 0) {
        say_ready();
        if (vfork() == 0) {
            sleep(50);
            _exit(0);
        }
    } else if (strcmp(which, "bursts") == 0) {
        compute_and_wait();
    } else if (strcmp(which, "epoll") == 0) {
        return wait_in_epoll();
    }
    return 0;
}
