#include <stdio.h>
#include <sys/mman.h>

struct record {
    char name[60];
    int next;
};

int main(void)
{
    /* A page for the records, and behind it one that nobody may touch. */
    struct record *records = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int count = 4096 / (int)sizeof(*records);

    mprotect(records, 4096, PROT_READ | PROT_WRITE);
    for (int i = 0; i <= count; i++)
        records[i].next = i + 1;
    printf("%d\n", records[3].next);
    return 0;
}
