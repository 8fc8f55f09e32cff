#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int a = 0, b = 0;
    alarm(20);
    if (scanf("%d %d", &a, &b) != 2 || argc < 2)
        return 1;
    printf("hello %s %d\n", argv[1], a + b);
    fprintf(stderr, "done\n");
    return 0;
}
