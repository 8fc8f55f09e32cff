#include <stdio.h>
#include <unistd.h>

int main(void)
{
    const char *word = "seven";
    int sum = 3 + 4;
    alarm(20);
    printf("%s is %d\n", word, sum);
    if (sum != 8)
        return 3;
    return 0;
}
