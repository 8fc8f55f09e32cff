#include <stdio.h>
#include <string.h>

int main(void)
{
    char *path = "/usr/local/bin:/usr/bin:/bin";
    int n = 0;

    for (char *dir = strtok(path, ":"); dir != NULL; dir = strtok(NULL, ":"))
        printf("%d %s\n", ++n, dir);
    return 0;
}
