#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

/* leftovers KEY NAME: makes one of each, a child another segment, and opens what may be there already. */
int main(int argc, char **argv)
{
    int key = argc > 2 ? atoi(argv[1]) : 0;
    char name[100];
    if (!key)
        return 1;
    shmget(key, 4096, IPC_CREAT | 0600);
    shmget(IPC_PRIVATE, 4096, 0600);
    semget(key, 1, IPC_CREAT | 0600);
    msgget(key, IPC_CREAT | 0600);
    if (fork() == 0) {
        shmget(key + 1, 4096, IPC_CREAT | 0600);
        _exit(0);
    }
    wait(NULL);
    snprintf(name, sizeof(name), "/%s", argv[2]);
    shm_open(name, O_CREAT | O_RDWR, 0600);
    mq_open(name, O_CREAT | O_RDWR, 0600, NULL);
    snprintf(name, sizeof(name), "/%s-before", argv[2]);
    return shm_open(name, O_CREAT | O_RDWR, 0600) < 0;
}
