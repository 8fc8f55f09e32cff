#include <string.h>

int compare(const void *left, const void *right)
{
    const char *const *first = left, *const *second = right;
    int shorter = strlen(*first) < strlen(*second);
    return shorter ? -1 : strcmp(*first, *second);
}
