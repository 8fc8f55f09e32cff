#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *busy(void *unused)
{
    for (int i = 0; i < 2000; i++)
        close(open("/dev/null", O_RDONLY));
    return unused;
}

int main(void)
{
    pthread_t thread;
    alarm(20);
    close(open("quiet-file", O_CREAT | O_WRONLY, 0600));
    pthread_create(&thread, NULL, busy, NULL);
    pthread_join(thread, NULL);
    abort();
}
