#include <signal.h>
#include <stdio.h>
#include <ucontext.h>
#include <unistd.h>

static volatile int breakpoints, steps;

static void handler(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    if (info->si_code == TRAP_TRACE)
        steps++;
    else
        breakpoints++;
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    alarm(20);
    sigaction(SIGTRAP, &action, NULL);
    __asm__ volatile("int3\n\tint3");
    __asm__ volatile("pushf\n\torq $0x100, (%%rsp)\n\tpopf\n\tnop\n\tnop\n\tnop\n\tpushf\n\tandq $~0x100, (%%rsp)\n\tpopf" ::: "memory", "cc");
    printf("%d breakpoints, %s\n", breakpoints, steps >= 3 ? "many steps" : "too few steps");
    return 0;
}
