/* What an ordinary program does, and a sandbox must not notice. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static volatile sig_atomic_t signals;
static void count(int number)
{
    (void)number;
    signals++;
}

static void require(int fine, const char *what)
{
    if (fine)
        return;
    perror(what);
    exit(1);
}

static void files(void)
{
    char byte = 0, path[4096];
    FILE *file = fopen("notes", "w");
    require(file && fputs("x", file) >= 0 && fclose(file) == 0, "write");
    require(mkdir("folder", 0700) == 0 && rename("notes", "folder/notes") == 0, "rename into a folder");
    require(symlink("folder/notes", "link") == 0 && truncate("link", 0) == 0, "link");
    require(mkfifo("fifo", 0600) == 0 && unlink("fifo") == 0 && unlink("link") == 0, "fifo");
    require(unlink("folder/notes") == 0 && rmdir("folder") == 0, "remove");
    snprintf(path, sizeof(path), "%s/scratch-XXXXXX", getenv("TMPDIR"));
    require(mkstemp(path) >= 0, "temporary file");
    int random = open("/dev/urandom", O_RDONLY), null = open("/dev/null", O_RDWR);
    require(read(random, &byte, 1) == 1 && write(null, &byte, 1) == 1, "devices");
    require((file = fopen("/proc/self/maps", "r")) && fgetc(file) != EOF, "own mappings");
    fclose(file);
    require((file = fopen("/proc/meminfo", "r")) != NULL, "meminfo");
    fclose(file);
    require(open("missing", O_RDONLY) < 0, "a file that is not there");
}

static void processes(void)
{
    const struct rlimit core = {0, 0};
    char *const arguments[] = {"true", NULL};
    int pid = fork(), status;
    if (pid == 0) {
        pause();
        _exit(0);
    }
    require(setpriority(PRIO_PROCESS, (id_t)pid, 19) == 0 && kill(pid, 0) == 0, "own child");
    require(prlimit(pid, RLIMIT_CORE, &core, NULL) == 0, "limit of a child");
    require(kill(pid, SIGKILL) == 0 && waitpid(pid, &status, 0) == pid, "kill a child");
    require(posix_spawn(&pid, "/bin/true", NULL, NULL, arguments, environ) == 0, "spawn");
    require(waitpid(pid, &status, 0) == pid && status == 0, "true");
    require(system("echo in a shell > shell && rm shell") == 0, "shell");
    FILE *pipe = popen("echo word", "r");
    char word[16];
    require(pipe && fgets(word, sizeof(word), pipe) && strcmp(word, "word\n") == 0 && pclose(pipe) == 0, "popen");
}

static void *thread(void *argument)
{
    require(pthread_kill(*(pthread_t *)argument, SIGUSR1) == 0, "signal a thread");
    return NULL;
}

static void threads(void)
{
    pthread_t self = pthread_self(), other;
    cpu_set_t set;
    require(pthread_create(&other, NULL, thread, &self) == 0 && pthread_join(other, NULL) == 0, "thread");
    require(sched_getaffinity(0, sizeof(set), &set) == 0 && sched_setaffinity(getpid(), sizeof(set), &set) == 0, "affinity");
}

static void signal_itself(void)
{
    struct sigaction action = {.sa_handler = count};
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    require(raise(SIGUSR1) == 0 && kill(getpid(), SIGUSR1) == 0 && kill(0, SIGUSR1) == 0 && kill(-getpgrp(), SIGUSR1) == 0, "signals");
    const struct itimerval soon = {.it_value = {.tv_usec = 1000}};
    int before = signals;
    require(setitimer(ITIMER_REAL, &soon, NULL) == 0, "timer");
    while (signals == before)
        usleep(1000);
    int ends[2];
    require(pipe(ends) == 0 && fcntl(ends[0], F_SETOWN, getpid()) == 0, "owner of a pipe");
}

static void memory(void)
{
    int pair[2], file = memfd_create("memory", 0);
    require(file >= 0 && ftruncate(file, 4096) == 0, "memory file");
    require(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) != MAP_FAILED, "shared");
    require(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 && write(pair[0], "x", 1) == 1, "socket pair");
    struct rlimit stack;
    require(getrlimit(RLIMIT_STACK, &stack) == 0 && setrlimit(RLIMIT_STACK, &stack) == 0, "limits");
}

int main(void)
{
    time_t now = time(NULL);
    alarm(20);
    setlocale(LC_ALL, "");
    require(localtime(&now) != NULL && sysconf(_SC_NPROCESSORS_ONLN) > 0, "time");
    files();
    processes();
    signal_itself();
    threads();
    memory();
    printf("all done, %d signals\n", (int)signals);
    return 0;
}
