#include <stdio.h>
#include <string.h>

struct entry {
    char name[8];
    int id;
};

static void set_name(struct entry *entry, const char *name)
{
    strcpy(entry->name, name);
}

int main(int argc, char **argv)
{
    struct entry entry = {"", 4};
    set_name(&entry, argc > 1 ? argv[1] : "");
    printf("%s %d\n", entry.name, entry.id);
    return 0;
}
