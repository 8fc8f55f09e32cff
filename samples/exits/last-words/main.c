/* Programs that say why they give up, and then do. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_settings(const char *name)
{
    FILE *file = fopen(name, "r");
    if (!file) {
        fprintf(stderr, "settings: cannot read %s\n", name);
        exit(3);
    }
    return file;
}

static void check_state(int state)
{
    if (state != 1) {
        fprintf(stderr, "impossible state %d\n", state);
        abort();
    }
}

int main(int argc, char **argv)
{
    printf("starting\n");
    fflush(stdout);
    if (argc > 1 && strcmp(argv[1], "err") == 0)
        errx(4, "no such table");
    if (argc > 1 && strcmp(argv[1], "abort") == 0)
        check_state(7);
    open_settings("settings.ini");
    return 0;
}
