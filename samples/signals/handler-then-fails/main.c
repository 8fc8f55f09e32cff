#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *how = "exit";
static sigjmp_buf safe;

static void handler(int number)
{
    if (strcmp(how, "exit") == 0)
        _exit(7);
    if (strcmp(how, "jump") == 0)
        siglongjmp(safe, 1);
    signal(number, SIG_DFL);
    if (strcmp(how, "again") == 0)
        raise(number);
}

static int first_fault(const int *nowhere)
{
    return *nowhere;
}

static void fail_later(void)
{
    exit(8);
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1)
        how = argv[1];
    signal(SIGSEGV, handler);
    if (sigsetjmp(safe, 1) == 0)
        return first_fault(NULL);
    fail_later();
    return 0;
}
