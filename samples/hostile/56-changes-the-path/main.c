#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void *flip(void *unused)
{
    for (;;)
        renameat2(AT_FDCWD, "good", AT_FDCWD, "bad", RENAME_EXCHANGE);
    return unused;
}

int main(int argc, char **argv)
{
    alarm(20);
    char text[100];
    pthread_t thread;
    close(open("own", O_WRONLY | O_CREAT, 0600));
    if (argc < 2 || symlink("own", "good") || symlink(argv[1], "bad"))
        return 2;
    pthread_create(&thread, NULL, flip, NULL);
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        int file = open("good", O_RDONLY);
        ssize_t size = file < 0 ? 0 : read(file, text, sizeof text);
        if (size > 0)
            return 99 + (int)write(1, text, (size_t)size);
        if (file >= 0)
            close(file);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 < 300);
    return 0;
}
