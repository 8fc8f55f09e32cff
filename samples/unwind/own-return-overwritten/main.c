#include <stdio.h>

/* The counter lies behind the text, and is overwritten with it, and so is what lies behind both. */
struct line {
    char text[12];
    int next;
};

int main(void)
{
    struct line line = {.next = 0};
    int letters = 0;
    if (scanf("%s", line.text) != 1)
        return 1;
    while (line.text[line.next] != '\0') {
        letters++;
        line.next++;
    }
    printf("%d letters\n", letters);
    return 0;
}
