#include <stdio.h>
#include <string.h>

struct record {
    char name[8];
    int *score;
};

static int read_score(const struct record *record)
{
    return *record->score;
}

static int follow(const int *where)
{
    return *where;
}

int main(int argc, char **argv)
{
    static int points = 7;
    struct record record = {"Max", &points};
    char *which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "text") == 0) {
        const char *name = "MaximilianAlbert";
        for (size_t i = 0; i <= strlen(name); i++)
            ((char *)&record)[i] = name[i];
        return read_score(&record);
    }
    if (strcmp(which, "small") == 0)
        return follow((const int *)(size_t)8191);
    if (strcmp(which, "unmapped") == 0)
        return follow((const int *)0x123456789a0);
    return read_score(&record) - points;
}
