#include <stddef.h>

static __thread struct record {
    int uses;
    long given[2];
} kept = {.uses = 100};
__thread char label[8] = "fresh";

void use(int given, int crash)
{
    int *volatile nowhere = NULL;
    kept.uses++;
    kept.given[1] = given;
    label[0] = crash ? 'F' : 'f';
    if (crash)
        *nowhere = kept.uses + label[1];
}
