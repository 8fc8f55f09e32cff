#include <iostream>
#include <vector>

using Grid = std::vector<std::vector<char>>;

static void set(Grid &grid, int x, int y, char c)
{
    grid[y][x] = c;
}

int main()
{
    Grid grid(5);

    set(grid, 2, 3, '*');
    std::cout << grid[3][2] << '\n';
}
