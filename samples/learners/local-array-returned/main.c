#include <stdio.h>
#include <string.h>

static char *make_id(const char *name, int year)
{
    char id[32];
    snprintf(id, sizeof id, "%s-%d", name, year);
    return id;
}

int main(void)
{
    char *id = make_id("rex", 2021);

    printf("%zu\n", strlen(id));
    return 0;
}
