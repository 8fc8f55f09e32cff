#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 4 };

static char *pages;
static volatile sig_atomic_t dirty;

static void note_page(int number, siginfo_t *info, void *context)
{
    char *at = info->si_addr;
    (void)context;

    if (at < pages || at >= pages + PAGES * PAGE) {
        signal(number, SIG_DFL);
        return;
    }
    mprotect(pages + (at - pages) / PAGE * PAGE, PAGE, PROT_READ | PROT_WRITE);
    dirty++;
}

static void fail(const char *how, const int *missing)
{
    if (strcmp(how, "status") == 0)
        exit(dirty);
    if (strcmp(how, "abort") == 0)
        abort();
    printf("%d\n", *missing);
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_sigaction = note_page, .sa_flags = SA_SIGINFO};

    alarm(20);
    sigaction(SIGSEGV, &action, NULL);
    pages = mmap(NULL, PAGES * PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 3; i++)
        pages[i * PAGE] = 1;
    fail(argc > 1 ? argv[1] : "", NULL);
    return 0;
}
