static int work(int status)
{
    if (CRASH)
        *(volatile int *)8 = status;
    return status;
}

__attribute__((used)) static void leave(int status)
{
    __asm__ volatile("syscall" : : "a"(231L), "D"((long)status) : "rcx", "r11", "memory");
}

void _start(void)
{
    leave(work(6));
    for (;;)
        ;
}
