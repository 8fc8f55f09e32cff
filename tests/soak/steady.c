/* Keeps a tracer busy for some seconds: processes, threads, calls that fail, output, memory. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *thread(void *arg)
{
    free(malloc(1000));
    return arg;
}

static void turn(int number)
{
    pthread_t id;
    char name[40];
    snprintf(name, sizeof(name), "/no/such/file-%d", number);
    open(name, O_RDONLY);
    if (fork() == 0)
        _exit(number % 3);
    if (pthread_create(&id, NULL, thread, NULL) == 0)
        pthread_join(id, NULL);
    wait(NULL);
    char *memory = malloc(1 << 20);
    memset(memory, number, 1 << 20);
    free(memory);
    printf("turn %d\n", number);
}

int main(int argc, char **argv)
{
    time_t until = time(NULL) + (argc > 1 ? atoi(argv[1]) : 1) + 1;
    for (int number = 0; time(NULL) < until; number++)
        turn(number);
    return 0;
}
