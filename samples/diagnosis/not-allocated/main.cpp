#include <cstdlib>
#include <cstring>

static char table[64];

static void release(void *memory)
{
    free(memory);
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    char *owned = static_cast<char *>(malloc(40));
    const char *unit = "kilogram";
    char scratch[48], *line = table;

    memset(scratch, 0, sizeof scratch);
    strcpy(owned, "two words");
    if (strcmp(which, "static") == 0)
        release(table);
    if (strcmp(which, "literal") == 0)
        release(const_cast<char *>(unit));
    if (strcmp(which, "stack") == 0)
        release(scratch + 16);
    if (strcmp(which, "delete") == 0)
        delete[] line;
    if (strcmp(which, "resize") == 0)
        owned = static_cast<char *>(realloc(table, 128));
    release(owned);
    return 0;
}
