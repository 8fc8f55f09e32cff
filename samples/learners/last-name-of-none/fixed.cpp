#include <iostream>
#include <string>
#include <vector>

static std::string latest(const std::vector<std::string> &guests)
{
    return guests.empty() ? "nobody" : guests.back();
}

int main()
{
    std::vector<std::string> guests = {"Ida", "Otto"};

    std::cout << latest(guests) << "\n";
    guests.clear();
    guests.shrink_to_fit();
    std::cout << latest(guests) << "\n";
}
