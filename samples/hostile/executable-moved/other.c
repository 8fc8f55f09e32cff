#include <stdio.h>

/* Other code of about the same size, so that the old addresses lie within it. */
static int misbehave(int a, int b)
{
    return a * b + printf("%d", a);
}

int main(int argc, char **argv)
{
    return argc > 5 ? misbehave(argc, argv[0][0]) : 0;
}
