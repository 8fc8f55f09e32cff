#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's call without a libc to come back to. */
__attribute__((always_inline)) static inline void unmap(uintptr_t from, uintptr_t to)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_munmap), "D"(from & -4096UL), "S"(to - (from & -4096UL)) : "rcx", "r11", "memory");
}

static uintptr_t bounds[2];

static void find(const char *name)
{
    char line[600];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        uintptr_t from, to;
        if (strstr(line, name) && sscanf(line, "%lx-%lx", &from, &to) == 2) {
            bounds[0] = bounds[0] ? bounds[0] : from;
            bounds[1] = to;
        }
    }
}

int main(int argc, char **argv)
{
    alarm(20);
    const char *what = argc > 1 ? argv[1] : "stack";
    if (strcmp(what, "pointer") == 0)
        __asm__ volatile("mov $0x1234, %rsp; push %rax");
    if (strcmp(what, "frames") == 0) {
        memset(__builtin_frame_address(0), 0x41, 200);
        *(volatile int *volatile)NULL = 0;
    }
    if (strcmp(what, "stack") == 0)
        find("[stack]");
    else if (strcmp(what, "text") == 0)
        find("/program");
    else if (strcmp(what, "library") == 0)
        find("libc");
    else
        bounds[0] = 4096, bounds[1] = 0x7ffffffff000;
    unmap(bounds[0], bounds[1]);
    *(volatile int *volatile)NULL = 0;
}
