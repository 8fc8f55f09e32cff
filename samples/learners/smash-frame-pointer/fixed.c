#include <stdio.h>
#include <string.h>

static void greet(const char *full_name)
{
    char first[8];

    snprintf(first, sizeof first, "%s", full_name);
    char *space = strchr(first, ' ');
    if (space != NULL)
        *space = '\0';
    printf("Hello, %s!\n", first);
}

int main(void)
{
    greet("Ann Lee");
    greet("Bartholomew Featherstone");
    return 0;
}
