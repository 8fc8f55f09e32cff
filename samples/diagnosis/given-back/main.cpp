#include <cstdio>
#include <cstring>
#include <string>

struct item {
    std::string name = "a name that is too long for the string itself";
    int count = 0;
};

static int lines_of(const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in)
        return 0;
    int lines = 0;
    for (int c; (c = fgetc(in)) != EOF;)
        lines += c == '\n';
    fclose(in);
    if (lines)
        fclose(in);
    return lines;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    item *one = new item, *many = new item[3];

    if (strcmp(which, "one") == 0)
        delete[] one;
    else
        delete one;
    if (strcmp(which, "many") == 0)
        delete many;
    else if (strcmp(which, "inside") == 0)
        delete (many + 1);
    else
        delete[] many;
    if (strcmp(which, "stream") == 0)
        printf("%d\n", lines_of("/proc/self/status"));
    return 0;
}
