#include <stdio.h>
#include <string.h>

static volatile unsigned sum;

static void every_byte(void)
{
    for (unsigned char byte = 0; byte < 256; byte++)
        sum += byte;
}

static void every_letter(void)
{
    for (signed char letter = 'a'; letter <= 200; letter++)
        sum += (unsigned)letter;
}

static void every_byte_once(void)
{
    for (unsigned short byte = 0; byte < 256; byte++)
        sum += byte;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";

    if (strcmp(which, "unsigned") == 0)
        every_byte();
    if (strcmp(which, "signed") == 0)
        every_letter();
    every_byte_once();
    printf("%u\n", sum);
    return 0;
}
