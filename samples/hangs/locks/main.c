#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t recursive, robust, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t met;
static int entries;

static pthread_mutex_t *in_shared_memory(void)
{
    pthread_mutexattr_t kind;
    pthread_mutex_t *mutex = mmap(NULL, sizeof(*mutex), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(mutex, &kind);
    return mutex;
}

/* A reader that becomes a writer waits for itself. */
static void upgrade(void)
{
    pthread_rwlock_rdlock(&table);
    if (entries == 0) {
        pthread_rwlock_wrlock(&table);
        entries = 1;
        pthread_rwlock_unlock(&table);
    }
    pthread_rwlock_unlock(&table);
}

static void *locks_twice_unlocks_once(void *unused)
{
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    pthread_mutex_unlock(&recursive);
    pthread_barrier_wait(&met);
    pthread_mutex_lock(&other);
    return unused;
}

static void with_recursive(void)
{
    pthread_t thread;
    pthread_mutex_lock(&other);
    pthread_create(&thread, NULL, locks_twice_unlocks_once, NULL);
    pthread_barrier_wait(&met);
    pthread_mutex_lock(&recursive);
    pthread_join(thread, NULL);
}

static void *takes_robust(void *unused)
{
    pthread_mutex_lock(&robust);
    pthread_barrier_wait(&met);
    pthread_mutex_lock(&other);
    return unused;
}

static void with_robust(void)
{
    pthread_t thread;
    pthread_mutex_lock(&other);
    pthread_create(&thread, NULL, takes_robust, NULL);
    pthread_barrier_wait(&met);
    pthread_mutex_lock(&robust);
}

/* The child locks and ends; nobody tells the parent. */
static void shared_with_child(void)
{
    pthread_mutex_t *shared = in_shared_memory();
    pid_t child = fork();
    if (child == 0) {
        pthread_mutex_lock(shared);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    pthread_mutex_lock(shared);
}

static void *waits_for_change(void *unused)
{
    pthread_mutex_lock(&other);
    while (entries == 0)
        pthread_cond_wait(&changed, &other);
    pthread_mutex_unlock(&other);
    return unused;
}

/* Changes what is waited for, and forgets to say so. */
static void forgets_signal(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waits_for_change, NULL);
    usleep(50000);
    pthread_mutex_lock(&other);
    entries++;
    pthread_mutex_unlock(&other);
    pthread_join(thread, NULL);
}

static void flock_own(void)
{
    int first = open("data", O_RDWR | O_CREAT, 0600), second = open("data", O_RDWR);
    flock(first, LOCK_EX);
    flock(second, LOCK_EX);
}

static void wait_byte(int fd)
{
    char byte;
    if (read(fd, &byte, 1) != 1)
        _exit(1);
}

static void lock_range(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    fcntl(fd, F_SETLKW, &whole);
}

/* Each of two processes holds what the other one wants. */
static void flock_circle(void)
{
    int mine = open("first", O_RDWR | O_CREAT, 0600), ends[2];
    if (mine < 0 || pipe(ends) < 0 || flock(mine, LOCK_EX) < 0)
        return;
    if (fork() == 0) {
        int theirs = open("second", O_RDWR | O_CREAT, 0600), first = open("first", O_RDWR);
        close(mine);
        flock(theirs, LOCK_EX);
        if (write(ends[1], "x", 1) == 1)
            flock(first, LOCK_EX);
        _exit(0);
    }
    wait_byte(ends[0]);
    flock(open("second", O_RDWR), LOCK_EX);
}

static void fcntl_child(void)
{
    int fd = open("data", O_RDWR | O_CREAT, 0600), ends[2];
    if (fd < 0 || pipe(ends) < 0)
        return;
    if (fork() == 0) {
        lock_range(fd);
        if (write(ends[1], "x", 1) == 1)
            pause();
        _exit(0);
    }
    wait_byte(ends[0]);
    lock_range(fd);
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&robust, &kind);
    pthread_barrier_init(&met, NULL, 2);
    if (strcmp(which, "upgrade") == 0)
        upgrade();
    else if (strcmp(which, "recursive") == 0)
        with_recursive();
    else if (strcmp(which, "robust") == 0)
        with_robust();
    else if (strcmp(which, "shared") == 0)
        shared_with_child();
    else if (strcmp(which, "no-signal") == 0)
        forgets_signal();
    else if (strcmp(which, "flock-own") == 0)
        flock_own();
    else if (strcmp(which, "flock-circle") == 0)
        flock_circle();
    else if (strcmp(which, "fcntl") == 0)
        fcntl_child();
    return 0;
}
