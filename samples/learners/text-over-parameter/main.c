#include <stdio.h>
#include <string.h>

struct badge {
    char first[8];
    const char *last;
    char full[64];
};

static void write_badge(struct badge *badge)
{
    strcpy(badge->full, badge->first);
    strcat(badge->full, badge->last);
}

int main(void)
{
    struct badge badge = {{0}, "Lee", {0}};
    const char *name = "Maximilian\x07";

    memcpy(badge.first, name, strlen(name) + 1);
    write_badge(&badge);
    puts(badge.full);
    return 0;
}
