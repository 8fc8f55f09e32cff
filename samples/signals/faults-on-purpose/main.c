#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile int faults;

static void handler(int number)
{
    (void)number;
    faults++;
    siglongjmp(back, 1);
}

int main(void)
{
    volatile int *volatile nowhere = NULL;
    alarm(60);
    signal(SIGSEGV, handler);
    while (faults < 5000)
        if (sigsetjmp(back, 1) == 0)
            *nowhere = 1;
    printf("%d faults\n", faults);
    return 0;
}
