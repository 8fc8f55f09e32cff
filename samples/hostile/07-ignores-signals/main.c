#include <signal.h>
#include <time.h>

int main(void)
{
    for (int number = 1; number < 65; number++)
        signal(number, SIG_IGN);
    for (time_t end = time(NULL) + 20; time(NULL) < end;)
        ;
}
