#include <stdio.h>

#define HEIGHT 20
#define WIDTH 64

static char grid[HEIGHT][WIDTH];

struct camera {
    int x, y;
    int zoom;
};

static char cell_at(int x, int y)
{
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT)
        return ' ';
    return grid[y][x];
}

static void camera_move(struct camera *c, int dx, int dy)
{
    c->x += dx * c->zoom;
    c->y += dy * c->zoom;
}

int main(void)
{
    struct camera cam = {3, 0, 1000};

    grid[0][3] = '#';
    printf("[%c]", cell_at(cam.x, cam.y));
    camera_move(&cam, 0, -4);
    printf("[%c]\n", cell_at(cam.x, cam.y));
    return 0;
}
