#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 10}, bob = {PTHREAD_MUTEX_INITIALIZER, 20};
static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both;
static sem_t items;
static pthread_t main_thread;
static int registered;

static int registry_count(void)
{
    pthread_mutex_lock(&registry_lock);
    int n = registered;
    pthread_mutex_unlock(&registry_lock);
    return n;
}

static void registry_add(void)
{
    pthread_mutex_lock(&registry_lock);
    registered++;
    printf("now %d\n", registry_count());
    pthread_mutex_unlock(&registry_lock);
}

static void move(struct account *from, struct account *to)
{
    pthread_mutex_lock(&from->lock);
    pthread_barrier_wait(&both);
    pthread_mutex_lock(&to->lock);
    from->balance--;
    to->balance++;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *move_back(void *unused)
{
    (void)unused;
    move(&bob, &alice);
    return NULL;
}

static void *forgets_to_unlock(void *unused)
{
    pthread_mutex_lock(&registry_lock);
    if (registered == 0)
        return unused;
    pthread_mutex_unlock(&registry_lock);
    return unused;
}

static void *joins_main(void *unused)
{
    pthread_join(main_thread, NULL);
    return unused;
}

static void wait_for_change(void)
{
    pthread_mutex_lock(&registry_lock);
    while (registered == 0)
        pthread_cond_wait(&changed, &registry_lock);
    pthread_mutex_unlock(&registry_lock);
}

static void *changes_too_early(void *unused)
{
    pthread_cond_signal(&changed);
    return unused;
}

static void *reads_table(void *unused)
{
    pthread_rwlock_rdlock(&table_lock);
    pthread_rwlock_unlock(&table_lock);
    return unused;
}

static void *takes_item(void *unused)
{
    sem_wait(&items);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    const char *which = argc > 1 ? argv[1] : "";
    main_thread = pthread_self();
    pthread_barrier_init(&both, NULL, 2);
    sem_init(&items, 0, 0);
    if (strcmp(which, "self") == 0) {
        registry_add();
    } else if (strcmp(which, "two") == 0) {
        pthread_create(&thread, NULL, move_back, NULL);
        move(&alice, &bob);
        pthread_join(thread, NULL);
    } else if (strcmp(which, "workers") == 0) {
        pthread_t other;
        pthread_create(&thread, NULL, move_back, NULL);
        pthread_create(&other, NULL, (void *(*)(void *))move_back, NULL);
        pthread_join(thread, NULL);
    } else if (strcmp(which, "ended") == 0) {
        pthread_create(&thread, NULL, forgets_to_unlock, NULL);
        pthread_join(thread, NULL);
        printf("%d\n", registry_count());
    } else if (strcmp(which, "join") == 0) {
        pthread_create(&thread, NULL, joins_main, NULL);
        pthread_join(thread, NULL);
    } else if (strcmp(which, "condition") == 0) {
        pthread_create(&thread, NULL, changes_too_early, NULL);
        pthread_join(thread, NULL);
        wait_for_change();
    } else if (strcmp(which, "semaphore") == 0) {
        sem_wait(&items);
    } else if (strcmp(which, "joined") == 0) {
        pthread_create(&thread, NULL, takes_item, NULL);
        pthread_join(thread, NULL);
    } else if (strcmp(which, "main-has-exited") == 0) {
        pthread_create(&thread, NULL, takes_item, NULL);
        pthread_exit(NULL);
    } else if (strcmp(which, "barrier") == 0) {
        pthread_barrier_wait(&both);
    } else if (strcmp(which, "rwlock") == 0) {
        pthread_rwlock_wrlock(&table_lock);
        pthread_create(&thread, NULL, reads_table, NULL);
        pthread_join(thread, NULL);
        pthread_rwlock_unlock(&table_lock);
    }
    return 0;
}
