#include <stdio.h>
#include <string.h>

enum type { NUMBER, TEXT };

struct value {
    enum type type;
    union {
        long number;
        const char *text;
    } as;
};

static void print_value(const struct value *v)
{
    if (v->type == NUMBER)
        printf("%ld\n", v->as.number);
    else
        puts(v->as.text);
}

int main(void)
{
    struct value values[2];

    values[0].type = TEXT;
    values[0].as.text = "seven";
    values[1].type = NUMBER;
    values[1].as.number = 70007;
    for (int i = 0; i < 2; i++)
        print_value(&values[i]);
    return 0;
}
