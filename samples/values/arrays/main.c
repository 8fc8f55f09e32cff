#include <stddef.h>
#include <unistd.h>

struct pair {
    int first, second;
};

static int variable(int length)
{
    int numbers[length];
    for (int i = 0; i < length; i++)
        numbers[i] = i * i;
    *(volatile int *volatile)NULL = numbers[length - 1];
    return 0;
}

int main(void)
{
    int three[3] = {1, 2, 3}, grid[2][3] = {{1, 2, 3}, {4, 5, 6}}, hundred[100], zeroes[1000] = {0};
    struct pair pairs[2] = {{1, 2}, {3, 4}};
    char word[8] = "word", unended[3] = {'a', 'b', 'c'};
    alarm(20);
    for (int i = 0; i < 100; i++)
        hundred[i] = i;
    return variable(5) + three[0] + grid[0][0] + hundred[0] + zeroes[0] + pairs[0].first + word[0] + unended[0];
}
