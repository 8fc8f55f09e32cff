#include <stdio.h>
#include <string.h>

static int join(const char *first, const char *last)
{
    char full[16];
    strcpy(full, first);
    strcat(full, last);
    return (int)strlen(full);
}

static int histogram(const char *text)
{
    int seen[4];
    seen[0] = 0;
    seen[1] = seen[2] = seen[3] = 0;
    for (int i = 0; text[i]; i++)
        seen[text[i] - 'a']++;
    return seen[0];
}

static void fill(char *room, const char *text)
{
    while ((*room++ = *text++))
        ;
}

static int through_function(const char *text)
{
    char line[16] = "";
    fill(line, text);
    return (int)strlen(line);
}

static int through_pointer(const char *text)
{
    char line[16] = "", *end = line;
    line[15] = '\0';
    while (*text)
        *end++ = *text++;
    return (int)strlen(line);
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "", *longer = "far too long for sixteen bytes";
    int sum = join("Ida ", strcmp(which, "join") == 0 ? longer : "Noa");
    sum += histogram(strcmp(which, "index") == 0 ? "abcdefghijklmnop" : "abcd");
    sum += through_function(strcmp(which, "function") == 0 ? longer : "short");
    sum += through_pointer(strcmp(which, "pointer") == 0 ? longer : "short");
    printf("%d\n", sum);
    return 0;
}
