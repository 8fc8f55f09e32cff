#include <iostream>
#include <vector>

static void double_large(std::vector<int> &numbers)
{
    for (auto it = numbers.begin(); it != numbers.end(); ++it) {
        if (*it > 2)
            numbers.push_back(*it * 2);
    }
}

int main()
{
    std::vector<int> numbers = {1, 2, 3};

    double_large(numbers);
    std::cout << numbers.size() << "\n";
}
