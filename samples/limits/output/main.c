#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void flood(FILE *stream)
{
    for (;;)
        fputs("and again\n", stream);
}

static void children(void)
{
    for (int i = 0; i < 40; i++)
        if (fork() == 0) {
            for (int line = 0; line < 400; line++)
                puts("one of many");
            exit(0);
        }
    while (wait(NULL) > 0)
        ;
}

static void print(size_t bytes)
{
    char *text = malloc(bytes);
    memset(text, 'x', bytes);
    (void)!write(1, text, bytes);
}

static void elsewhere(void)
{
    FILE *file = fopen("log", "w");
    for (int i = 0; i < 20000; i++)
        fputs("not for the eyes\n", file);
    fclose(file);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    alarm(20);
    if (strcmp(what, "stdout") == 0)
        flood(stdout);
    if (strcmp(what, "stderr") == 0)
        flood(stderr);
    if (strcmp(what, "children") == 0)
        children();
    if (strcmp(what, "more") == 0)
        print(200000);
    if (strcmp(what, "just") == 0)
        print(65536);
    if (strcmp(what, "elsewhere") == 0)
        elsewhere();
    return 0;
}
