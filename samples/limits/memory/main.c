#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

#define MB (1L << 20)

static char array[200 * MB];

static void *must(void *memory)
{
    if (!memory || memory == MAP_FAILED)
        abort();
    return memory;
}

static int hog(long size)
{
    for (;;)
        memset(must(malloc(size)), 1, size);
}

static int careless(void)
{
    char *text = malloc(100 * MB);
    text[0] = 'x';
    return 0;
}

static int gives_up(void)
{
    return malloc(100 * MB) ? 0 : 4;
}

static int copes(void)
{
    return malloc(100 * MB) ? 1 : 0;
}

static int fills_array(void)
{
    memset(array, 1, sizeof(array));
    return array[5];
}

static int has_array(void)
{
    void *some = must(malloc(20 * MB));
    free(some);
    return array[5];
}

static int children(long size, int count)
{
    for (int i = 0; i < count; i++) {
        if (fork() == 0) {
            alarm(20);
            memset(must(malloc(size)), 1, size);
            sleep(10);
            _exit(0);
        }
    }
    while (wait(NULL) > 0)
        ;
    return 0;
}

/* The children only look. */
static int shares(void)
{
    char *memory = must(malloc(40 * MB));
    int status, worst = 0;
    memset(memory, 1, 40 * MB);
    for (int i = 0; i < 5; i++) {
        if (fork() == 0) {
            usleep(200000);
            _exit(memory[i * MB] - 1);
        }
    }
    while (wait(&status) > 0)
        worst |= status;
    return worst;
}

static int memory_file(void)
{
    static char block[MB];
    int fd = memfd_create("hidden", 0);
    for (int i = 0; i < 200; i++)
        if (write(fd, block, MB) < 0)
            return 4;
    return 0;
}

static int shared(void)
{
    void *memory = must(mmap(NULL, 200 * MB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    memset(memory, 1, 200 * MB);
    return 0;
}

static int segment(void)
{
    void *memory = shmat(shmget(IPC_PRIVATE, 200 * MB, IPC_CREAT | 0600), NULL, 0);
    memset(must(memory), 1, 200 * MB);
    return 0;
}

/* Reading maps the zero page, but its page tables are real. */
static int tables(void)
{
    long size = 1L << 40;
    volatile char *memory = must(mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    for (long at = 0; at < size; at += 2 * MB)
        (void)memory[at];
    return 0;
}

static int reserves(void)
{
    must(mmap(NULL, 1L << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    return 0;
}

static int below(void)
{
    memset(must(malloc(55 * MB)), 1, 55 * MB);
    return 0;
}

static int recursion(int depth)
{
    volatile char page[4096];
    page[0] = (char)depth;
    return recursion(depth + 1) + page[0];
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    alarm(20);
#define WAY(name, call)           \
    if (strcmp(what, name) == 0) \
    return call
    WAY("hog", hog(MB));
    WAY("small", hog(900));
    WAY("careless", careless());
    WAY("gives-up", gives_up());
    WAY("copes", copes());
    WAY("fills-array", fills_array());
    WAY("has-array", has_array());
    WAY("children", children(40 * MB, 5));
    WAY("shares", shares());
    WAY("memory-file", memory_file());
    WAY("shared", shared());
    WAY("segment", segment());
    WAY("tables", tables());
    WAY("reserves", reserves());
    WAY("below", below());
    WAY("recursion", recursion(0));
    return 0;
}
