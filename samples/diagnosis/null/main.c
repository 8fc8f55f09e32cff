#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
    int x, y;
};

struct shape {
    const char *name;
    struct point *origin;
};

static int height(const struct shape *shapes, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += shapes[i].origin->y;
    return sum;
}

static size_t home_length(const char *variable)
{
    char *home = getenv(variable);
    return strlen(home);
}

static int first_line(void)
{
    char line[64] = "";
    FILE *settings = fopen("no-such-settings.ini", "r");
    if (fgets(line, sizeof(line), settings))
        puts(line);
    return 0;
}

static int last_of(const int *values, int count)
{
    return values[count - 1];
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    struct point somewhere = {3, 4};
    struct shape shapes[] = {{"dot", &somewhere}, {"ghost", NULL}};
    if (strcmp(which, "member") == 0)
        return height(shapes, 2);
    if (strcmp(which, "library") == 0)
        return (int)home_length("NO_SUCH_VARIABLE_OF_A_SAMPLE");
    if (strcmp(which, "file") == 0)
        return first_line();
    if (strcmp(which, "element") == 0)
        return last_of(NULL, 8);
    return 0;
}
