#include <iostream>
#include <vector>

static std::vector<int> make_window(int width, int margin)
{
    if (width < 2 * margin)
        return {};
    return std::vector<int>(width - 2 * margin);
}

int main()
{
    std::cout << make_window(80, 4).size() << '\n';
    std::cout << make_window(5, 4).size() << '\n';
}
