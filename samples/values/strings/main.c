#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    static char room[3000];
    const char *plain = "plain", *escaped = "tab\t quote\" bell\a escape\033[31m", *empty = "", *greek = "αβγ", *none = NULL, *long_one = room;
    const char *wild = (const char *)0x4141414141414141;
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *edge = page + 4090;
    alarm(20);
    memset(room, 'x', sizeof(room) - 1);
    memset(edge, 'e', 6);
    *(volatile int *volatile)NULL = plain[0] + escaped[0] + empty[0] + greek[0] + long_one[0] + (wild == none);
    return 0;
}
