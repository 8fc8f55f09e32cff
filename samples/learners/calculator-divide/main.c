#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static int expression(void);

static int factor(void)
{
    int value;

    if (*at == '(') {
        at++;
        value = expression();
        at++;
        return value;
    }
    value = 0;
    while (isdigit((unsigned char)*at))
        value = value * 10 + (*at++ - '0');
    return value;
}

static int term(void)
{
    int value = factor();

    while (*at == '*' || *at == '/') {
        char op = *at++;
        int right = factor();
        if (op == '*')
            value *= right;
        else
            value /= right;
    }
    return value;
}

static int expression(void)
{
    int value = term();

    while (*at == '+' || *at == '-') {
        char op = *at++;
        int right = term();
        value = op == '+' ? value + right : value - right;
    }
    return value;
}

int main(void)
{
    const char *tests[] = {"2+3*4", "(1+1)*(8/2)", "10/(5-3-2)"};

    for (int i = 0; i < 3; i++) {
        at = tests[i];
        printf("%s = %d\n", tests[i], expression());
    }
    return 0;
}
