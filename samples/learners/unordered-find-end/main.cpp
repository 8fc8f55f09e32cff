#include <iostream>
#include <string>
#include <unordered_map>

int main()
{
    std::unordered_map<std::string, int> ages{{"Ann", 31}, {"Bo", 27}};
    auto it = ages.find("Cy");

    std::cout << "Cy is " << it->second << '\n';
    return 0;
}
