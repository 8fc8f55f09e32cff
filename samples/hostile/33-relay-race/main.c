#include <string.h>
#include <unistd.h>

enum { ENOUGH = 20000 };

int main(int argc, char **argv)
{
    alarm(20);
    int is_root = 1;
    for (int i = 0; i < ENOUGH; i++) {
        if (fork() == 0) {
            is_root = 0;
            setsid();
        } else if (!is_root || (argc > 1 && strcmp(argv[1], "leave") == 0)) {
            _exit(0);
        } else {
            pause();
        }
    }
}
