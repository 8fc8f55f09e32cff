#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static char block[1 << 20];

int main(int argc, char **argv)
{
    alarm(20);
    char path[300];
    snprintf(path, sizeof path, "/dev/shm/%s", argc > 1 ? argv[1] : "hostile");
    int file = open(path, O_RDWR | O_CREAT, 0600);
    for (int i = 0; file >= 0 && i < 512; i++)
        if (write(file, block, sizeof block) < 0)
            pause(); /* it is full */
    return file >= 0 ? 99 : 1;
}
