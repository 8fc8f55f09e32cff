/* The same refused call, made by the main process, a thread, a child, a grandchild of a shell, a signal handler. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *self;

static void *phone_home(void *unused)
{
    (void)unused;
    int line = socket(AF_INET, SOCK_STREAM, 0);
    printf("line %d\n", line);
    return NULL;
}

static void by_itself(void) { phone_home(NULL); }

static void by_thread(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, phone_home, NULL) == 0)
        pthread_join(thread, NULL);
}

static void by_child(void)
{
    int pid = fork();
    if (pid == 0) {
        phone_home(NULL);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
}

static void by_shell(void)
{
    char command[256];
    snprintf(command, sizeof(command), "%s itself; true", self);
    if (system(command) != 0)
        abort();
}

static void handle(int number)
{
    (void)number;
    socket(AF_INET, SOCK_STREAM, 0);
}

static void by_handler(void)
{
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
}

static void by_none(void)
{
    puts("quiet");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*call)(void);
    } ways[] = {{"itself", by_itself}, {"thread", by_thread}, {"child", by_child}, {"shell", by_shell}, {"handler", by_handler}, {"none", by_none}};
    alarm(20);
    self = argv[0];
    for (size_t i = 0; argc > 1 && i < sizeof(ways) / sizeof(ways[0]); i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].call();
    return 0;
}
