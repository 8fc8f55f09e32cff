#include <stdio.h>

struct reading {
    int hour;
    double celsius;
};

static int save(const char *path, const struct reading *r, int n)
{
    int written = 0;
    FILE *out = fopen(path, "w");

    if (out == NULL) {
        printf("cannot write %s\n", path);
        return 0;
    } else {
        for (int i = 0; i < n; i++)
            written += fprintf(out, "%d;%.1f\n", r[i].hour, r[i].celsius);
    }
    fclose(out);
    return written;
}

int main(void)
{
    struct reading day[] = {{6, 11.5}, {12, 19.0}, {18, 16.25}};

    save("nowhere/log.csv", day, 3);
    return 0;
}
