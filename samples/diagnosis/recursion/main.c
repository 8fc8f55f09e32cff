#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int depth_of(int n);

static int countdown(int n)
{
    if (n == 0)
        return 0;
    return countdown(n - 2) + 1;
}

static int forever(const char *word)
{
    return forever(word) + (int)strlen(word);
}

static int width_of(int n) { return n ? depth_of(n + 1) + 1 : 0; }

static int depth_of(int n) { return n ? width_of(n + 1) + 1 : 0; }

static int large(void)
{
    volatile char room[32 * 1024 * 1024];
    room[0] = 1;
    return room[0];
}

static void *in_thread(void *arg)
{
    printf("%d\n", countdown(*(int *)arg));
    return NULL;
}

int main(int argc, char **argv)
{
    char *which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "missed") == 0)
        return countdown(7);
    if (strcmp(which, "same") == 0)
        return forever("word");
    if (strcmp(which, "mutual") == 0)
        return depth_of(1);
    if (strcmp(which, "large") == 0)
        return large();
    if (strcmp(which, "thread") == 0) {
        pthread_t thread;
        int odd = 7;
        pthread_create(&thread, NULL, in_thread, &odd);
        pthread_join(thread, NULL);
    }
    return countdown(6) != 3;
}
