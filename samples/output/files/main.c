#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    char word[16];
    alarm(20);
    if (scanf("%15s", word) != 1)
        return 1;
    puts(word);
    fflush(stdout);
    fputs("err\n", stderr);
    abort();
}
