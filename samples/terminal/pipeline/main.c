#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    if (argc > 1 && strcmp(argv[1], "first") == 0)
        return write(1, "ready\n", 6) == 6 ? sleep(20) : 1;
    char bytes[100];
    for (long got; (got = read(0, bytes, sizeof(bytes))) > 0;)
        if (write(1, bytes, got) != got)
            return 1;
    return 0;
}
