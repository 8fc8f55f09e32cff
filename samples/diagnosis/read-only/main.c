#include <string.h>
#include <sys/mman.h>

static void capitalize(char *text)
{
    text[0] = 'H';
}

int main(int argc, char **argv)
{
    char copy[] = "hello there";
    char *which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "literal") == 0)
        capitalize("hello there");
    if (strcmp(which, "no-access") == 0) {
        char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        capitalize(page + 100);
    }
    capitalize(copy);
    return copy[0] != 'H';
}
