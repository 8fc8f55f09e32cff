#include <iostream>
#include <vector>

int main()
{
    std::vector<std::vector<int>> grid(3, std::vector<int>(3));

    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            grid[row][column] = row * column;
    std::cout << grid.size() << '\n';
}
