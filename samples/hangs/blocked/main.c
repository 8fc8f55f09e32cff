#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int ask(void)
{
    int age = 0;
    printf("How old are you? ");
    scanf("%d", &age);
    return age;
}

static void read_own_pipe(void)
{
    int ends[2];
    char text[16];
    if (pipe(ends) == 0 && read(ends[0], text, sizeof(text)) > 0)
        puts("read");
}

static void wait_for_child(void)
{
    pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

/* A pipe holds less than the child has to say, and the parent reads only afterwards. */
static void full_pipe(int own)
{
    static char text[200000];
    int ends[2];
    if (pipe(ends) < 0)
        return;
    if (own || fork() == 0)
        _exit(write(ends[1], text, sizeof(text)) < 0);
    close(ends[1]);
    waitpid(-1, NULL, 0);
}

/* The writer has ended, but the reader has kept a writing end, too. */
static int forgotten_end(void)
{
    int ends[2], count = 0;
    char byte;
    if (pipe(ends) < 0)
        return -1;
    if (fork() == 0)
        _exit(write(ends[1], "abc", 3) != 3);
    while (read(ends[0], &byte, 1) == 1)
        count++;
    return count;
}

static void serve(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listening, (struct sockaddr *)&address, sizeof(address)) == 0 && listen(listening, 1) == 0)
        accept(listening, NULL, NULL);
}

static void ask_often(void)
{
    char line[32];
    for (int i = 1;; i++) {
        printf("number %d? ", i);
        fflush(stdout);
        if (!fgets(line, sizeof(line), stdin))
            break;
    }
}

static int wait_for_flag(void)
{
    static volatile int ready;
    while (!ready)
        usleep(200000);
    return ready;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "input") == 0)
        printf("%d\n", ask());
    else if (strcmp(which, "pipe") == 0)
        read_own_pipe();
    else if (strcmp(which, "child") == 0)
        wait_for_child();
    else if (strcmp(which, "full-pipe") == 0)
        full_pipe(0);
    else if (strcmp(which, "own-full-pipe") == 0)
        full_pipe(1);
    else if (strcmp(which, "forgotten-end") == 0)
        printf("%d\n", forgotten_end());
    else if (strcmp(which, "accept") == 0)
        serve();
    else if (strcmp(which, "fifo") == 0 && mkfifo("fifo", 0600) == 0)
        open("fifo", O_RDONLY);
    else if (strcmp(which, "sleep") == 0)
        sleep(25);
    else if (strcmp(which, "stopped") == 0)
        raise(SIGSTOP);
    else if (strcmp(which, "polls") == 0)
        wait_for_flag();
    else if (strcmp(which, "often") == 0)
        ask_often();
    return 0;
}
