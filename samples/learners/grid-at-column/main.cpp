#include <iostream>
#include <vector>

static int cell(const std::vector<std::vector<int>> &grid, size_t row, size_t column)
{
    return grid.at(row).at(column);
}

int main()
{
    std::vector<std::vector<int>> grid(3, std::vector<int>(2, 7));
    int sum = 0;

    for (size_t i = 0; i < grid.size(); i++)
        for (size_t j = 0; j < grid.size(); j++)
            sum += cell(grid, i, j);
    std::cout << sum << '\n';
}
