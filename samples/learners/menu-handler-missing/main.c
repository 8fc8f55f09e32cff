#include <stdio.h>
#include <string.h>

struct command {
    const char *name;
    int (*run)(int);
};

static int twice(int x)
{
    return 2 * x;
}

static int square(int x)
{
    return x * x;
}

static struct command menu[] = {
    {"twice", twice},
    {"square", square},
    {"cube", NULL},
};

static int run_command(const char *name, int arg)
{
    for (size_t i = 0; i < sizeof menu / sizeof menu[0]; i++)
        if (strcmp(menu[i].name, name) == 0)
            return menu[i].run(arg);
    return -1;
}

int main(void)
{
    printf("%d\n", run_command("twice", 4));
    printf("%d\n", run_command("cube", 3));
    return 0;
}
