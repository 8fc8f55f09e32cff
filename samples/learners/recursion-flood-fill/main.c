#include <stdio.h>

#define W 12
#define H 6

static char map[H][W + 1] = {
    "############",
    "#    #     #",
    "#    #     #",
    "#          #",
    "#    #     #",
    "############",
};

static int fill(int x, int y)
{
    if (map[y][x] == '#')
        return 0;
    return 1 + fill(x + 1, y) + fill(x - 1, y) + fill(x, y + 1) + fill(x, y - 1);
}

int main(void)
{
    printf("%d\n", fill(2, 2));
    return 0;
}
