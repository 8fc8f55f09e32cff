#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct entry {
    const char *name;
    struct entry *next;
};

static unsigned long measure(const struct entry *entry)
{
    return strlen(entry->next->name);
}

int main(int argc, char **argv)
{
    alarm(20);
    char line[64] = "";
    (void)!fgets(line, sizeof line, stdin);
    memset(line, 0, sizeof line);
    struct entry entry = {argc > 1 ? argv[1] : "none", NULL};
    return (int)measure(&entry);
}
