#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static long call32(long number, long first, long second, long third)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first), "c"(second), "d"(third) : "memory", "r8", "r9", "r10", "r11");
    return result;
}

int main(int argc, char **argv)
{
    alarm(20);
    const char *what = argc > 1 ? argv[1] : "getpid";
    char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    strcpy(low, strcmp(what, "open") == 0 ? "/etc/passwd" : "/bin/true");
    if (strcmp(what, "getpid") == 0)
        return call32(20, 0, 0, 0) < 0 ? 1 : 99;
    if (strcmp(what, "open") == 0)
        return call32(5, (long)low, 0, 0) < 0 ? 1 : 99;
    if (strcmp(what, "exit") == 0)
        call32(252, 0, 0, 0);
    call32(11, (long)low, 0, 0);
    return 1;
}
