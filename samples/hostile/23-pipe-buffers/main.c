#include <fcntl.h>
#include <unistd.h>

enum { CAPACITY = 1 << 20, MOST = 128 << 20 };

static char block[CAPACITY];

/* Exits with 99 when more was kept than a wall should let pass. */
int main(void)
{
    alarm(20);
    int ends[2];
    for (long kept = 0; pipe2(ends, O_NONBLOCK) == 0;) {
        fcntl(ends[1], F_SETPIPE_SZ, CAPACITY);
        long written = write(ends[1], block, sizeof block);
        kept += written > 0 ? written : 0;
        if (kept > MOST)
            return 99;
    }
}
