#include <unistd.h>

static void late_crash(void)
{
    int *volatile nowhere = NULL;
    usleep(150000);
    *nowhere = 1;
}

int main(void)
{
    if (fork() == 0) {
        alarm(20);
        late_crash();
    }
    return 0;
}
