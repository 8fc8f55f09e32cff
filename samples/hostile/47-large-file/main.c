#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static char block[1 << 20];

int main(int argc, char **argv)
{
    alarm(20);
    if (argc < 2)
        return 2;
    int file = open("large", O_WRONLY | O_CREAT, 0600);
    if (strcmp(argv[1], "length") == 0)
        return ftruncate(file, 1L << 40) == 0 ? 99 : 1;
    if (strcmp(argv[1], "ignored") == 0)
        signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 64; i++)
        if (write(file, block, sizeof block) < 0)
            return 1;
    return 99;
}
