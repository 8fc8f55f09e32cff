#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER, queue = PTHREAD_MUTEX_INITIALIZER, counted;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t met;
static volatile int ready;

static struct timespec in_seconds(int seconds)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec += seconds;
    return time;
}

static void *uses_table(void *unused)
{
    pthread_mutex_lock(&table);
    ready = 1;
    pthread_mutex_unlock(&table);
    return unused;
}

/* The only thread that would set the flag waits for a lock of the one that waits for the flag. */
static void flag_of_blocked(void)
{
    pthread_t setter;
    pthread_mutex_lock(&table);
    pthread_create(&setter, NULL, uses_table, NULL);
    while (!ready)
        ;
    pthread_mutex_unlock(&table);
}

/* The loop is that of the library; the ones around it have no part in that. */
static void spin_twice(void)
{
    pthread_spinlock_t busy;
    pthread_spin_init(&busy, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&busy);
    pthread_spin_lock(&busy);
}

static void *sets_late(void *unused)
{
    sleep(20);
    ready = 1;
    return unused;
}

static void flag_of_sleeper(void)
{
    pthread_t setter;
    pthread_create(&setter, NULL, sets_late, NULL);
    while (!ready)
        ;
}

static void *fills(void *unused)
{
    pthread_barrier_wait(&met);
    pthread_mutex_lock(&table);
    pthread_mutex_lock(&queue);
    ready = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&queue);
    pthread_mutex_unlock(&table);
    return unused;
}

/* Waiting gives back the queue, and not the table. */
static void waits_with_table(void)
{
    pthread_t filler;
    pthread_create(&filler, NULL, fills, NULL);
    pthread_mutex_lock(&table);
    pthread_barrier_wait(&met);
    pthread_mutex_lock(&queue);
    while (!ready)
        pthread_cond_wait(&filled, &queue);
    pthread_mutex_unlock(&queue);
    pthread_mutex_unlock(&table);
}

static void *holds_and_sleeps(void *unused)
{
    pthread_mutex_lock(&table);
    pthread_barrier_wait(&met);
    sleep(1000);
    pthread_mutex_unlock(&table);
    return unused;
}

static void holder_sleeps(void)
{
    pthread_t holder;
    pthread_create(&holder, NULL, holds_and_sleeps, NULL);
    pthread_barrier_wait(&met);
    pthread_mutex_lock(&table);
}

static void *holds_a_moment(void *unused)
{
    pthread_mutex_lock(&table);
    pthread_barrier_wait(&met);
    pthread_barrier_wait(&met);
    pthread_mutex_unlock(&table);
    return unused;
}

/* The thread that holds the lock is not copied, and gives it back in the parent only. */
static void fork_copies_lock(void)
{
    pthread_t holder;
    pthread_create(&holder, NULL, holds_a_moment, NULL);
    pthread_barrier_wait(&met);
    pid_t child = fork();
    if (child == 0) {
        pthread_mutex_lock(&table);
        _exit(0);
    }
    pthread_barrier_wait(&met);
    pthread_join(holder, NULL);
    waitpid(child, NULL, 0);
}

/* The main thread ends without giving back what it holds. */
static void main_ends(void)
{
    pthread_t user;
    pthread_mutex_lock(&table);
    pthread_create(&user, NULL, uses_table, NULL);
    pthread_exit(NULL);
}

static void on_signal(int number)
{
    (void)number;
    pthread_mutex_lock(&table);
    ready = 1;
    pthread_mutex_unlock(&table);
}

static void handler_locks(void)
{
    signal(SIGUSR1, on_signal);
    pthread_mutex_lock(&table);
    raise(SIGUSR1);
    pthread_mutex_unlock(&table);
}

/* Between processes the wait looks like that for a thread's end. */
static void shared_semaphore(void)
{
    sem_t *posted = mmap(NULL, sizeof(*posted), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(posted, 1, 0);
    if (fork() == 0)
        _exit(0);
    sem_wait(posted);
}

/* It gives up after a while, and so nothing is stuck for ever. */
static void timed_join(void)
{
    pthread_t user;
    struct timespec limit = in_seconds(20);
    pthread_mutex_lock(&table);
    pthread_create(&user, NULL, uses_table, NULL);
    pthread_timedjoin_np(user, NULL, &limit);
    pthread_mutex_unlock(&table);
}

static void *takes_both(void *unused)
{
    struct timespec limit = in_seconds(20);
    pthread_mutex_lock(&queue);
    pthread_barrier_wait(&met);
    if (pthread_mutex_timedlock(&counted, &limit) != 0)
        pthread_mutex_unlock(&queue);
    return unused;
}

static void timed_circle(void)
{
    pthread_t other;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&counted, &kind);
    pthread_create(&other, NULL, takes_both, NULL);
    pthread_mutex_lock(&counted);
    pthread_barrier_wait(&met);
    pthread_mutex_lock(&queue);
}

static void fifo_in_folder(void)
{
    if (mkdir("folder", 0700) == 0 && mkfifoat(AT_FDCWD, "folder/orders", 0600) == 0)
        openat(open("folder", O_RDONLY | O_DIRECTORY), "orders", O_WRONLY);
}

static const struct {
    const char *name;
    void (*run)(void);
} ways[] = {
    {"flag-of-blocked", flag_of_blocked}, {"flag-of-sleeper", flag_of_sleeper}, {"waits-with-table", waits_with_table},
    {"holder-sleeps", holder_sleeps},     {"fork-copies-lock", fork_copies_lock}, {"main-ends", main_ends},
    {"handler-locks", handler_locks},     {"shared-semaphore", shared_semaphore}, {"timed-join", timed_join},
    {"timed-circle", timed_circle},       {"fifo-in-folder", fifo_in_folder}, {"spin-twice", spin_twice},
};

int main(int argc, char **argv)
{
    pthread_barrier_init(&met, NULL, 2);
    for (unsigned i = 0; i < sizeof(ways) / sizeof(ways[0]) && argc > 1; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].run();
    return 0;
}
