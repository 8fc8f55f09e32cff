#include <stdio.h>
#include <string.h>

struct button {
    char label[8];
    void (*on_click)(struct button *);
};

static void say(struct button *b)
{
    printf("%s clicked\n", b->label);
}

static void button_click(struct button *b)
{
    b->on_click(b);
}

int main(void)
{
    static struct button ok = {"", say};
    static struct button spare;

    snprintf(ok.label, sizeof ok.label, "%s", "Save everything");
    button_click(&ok);
    spare = ok;
    return spare.label[0] == 0;
}
