#include <dirent.h>
#include <stdio.h>

static int count_files(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    int n = 0;

    if (dir == NULL)
        return 0;
    while ((entry = readdir(dir)) != NULL)
        if (entry->d_name[0] != '.')
            n++;
    closedir(dir);
    return n;
}

int main(void)
{
    printf("%d files\n", count_files("missing-folder"));
    return 0;
}
