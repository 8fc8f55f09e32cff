#include <limits.h>
#include <stdio.h>

static int apply(char op, int a, int b)
{
    switch (op) {
    case '+': return a + b;
    case '*': return a * b;
    case '/':
        if (b == -1 && a == INT_MIN)
            return INT_MAX;
        return b == 0 ? 0 : a / b;
    default: return 0;
    }
}

int main(void)
{
    int numbers[][2] = {{84, 2}, {7, 0}, {INT_MIN, -1}};

    for (int i = 0; i < 3; i++)
        printf("%d\n", apply('/', numbers[i][0], numbers[i][1]));
    return 0;
}
