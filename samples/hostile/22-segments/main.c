#include <stdlib.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <unistd.h>

static int fill(key_t key)
{
    size_t size = 512 << 20;
    int segment = shmget(key, size, IPC_CREAT | 0600);
    char *memory = shmat(segment, NULL, 0);
    if (memory == (void *)-1)
        return 1;
    memset(memory, 1, size);
    return 99;
}

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 3)
        return 2;
    key_t key = atoi(argv[2]);
    if (strcmp(argv[1], "fill") == 0)
        return fill(key);
    shmget(key, 1 << 20, IPC_CREAT | 0600);
    shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600);
    semget(key, 3, IPC_CREAT | 0600);
    msgget(key, IPC_CREAT | 0600);
}
