#include <stdio.h>
#include <string.h>

struct part {
    int number;
    const char *name;
    double price;
};

static size_t label(const struct part *p)
{
    char text[16];

    sprintf(text, "%05d %s %.2f", p->number, p->name, p->price);
    return strlen(text);
}

int main(void)
{
    struct part parts[] = {{17, "nut", 0.1}, {2204, "hexagonal bolt, zinc", 12.5}};

    for (int i = 0; i < 2; i++)
        printf("%zu\n", label(&parts[i]));
    return 0;
}
