#include <stdbool.h>
#include <stdio.h>

static bool is_odd(int n);

static bool is_even(int n)
{
    if (n == 0)
        return true;
    return is_odd(n - 1);
}

static bool is_odd(int n)
{
    if (n == 0)
        return false;
    return is_even(n - 1);
}

int main(void)
{
    printf("%d %d\n", is_even(10), is_odd(7));
    printf("%d\n", is_even(-9));
    return 0;
}
