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

static void up_to(int limit)
{
    for (unsigned char i = 0; i < limit; i++)
        sum += i;
}

static void count(unsigned long limit)
{
    for (short i = 0; i < (int)limit; i++)
        sum += (unsigned)i;
}

/* As up_to(), where the limit comes within reach some time. */
static void up_to_less(int limit)
{
    for (unsigned char i = 0; i < limit; i++) {
        sum += i;
        if (sum % 4096 == 4095)
            limit -= 1;
        limit += (sum & 1) ? 1 : -1;
    }
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";

    if (strcmp(which, "unsigned") == 0)
        every_byte();
    if (strcmp(which, "signed") == 0)
        every_letter();
    if (strcmp(which, "limit") == 0)
        up_to(302);
    if (strcmp(which, "short") == 0)
        count(70000);
    if (strcmp(which, "less") == 0)
        up_to_less(2000000000);
    every_byte_once();
    printf("%u\n", sum);
    return 0;
}
