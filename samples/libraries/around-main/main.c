#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_time(const char *name)
{
    const char *when = getenv("WHEN");
    return when && strcmp(when, name) == 0;
}

__attribute__((constructor)) static void before_main(void)
{
    volatile int *volatile nowhere = NULL;
    if (is_time("before"))
        *nowhere = 1;
    if (is_time("leave"))
        exit(9);
}

__attribute__((destructor)) static void after_main(void)
{
    volatile int *volatile nowhere = NULL;
    if (is_time("after"))
        *nowhere = 1;
}

static void at_the_end(void)
{
    volatile int *volatile nowhere = NULL;
    if (is_time("handler"))
        *nowhere = 1;
}

int main(void)
{
    alarm(20);
    atexit(at_the_end);
    return 0;
}
