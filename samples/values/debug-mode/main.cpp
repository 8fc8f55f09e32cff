#include <cstdlib>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

int main()
{
    std::vector<int> numbers = {1, 2, 3};
    std::map<std::string, int> stock = {{"bolt", 2}, {"nut", 30}};
    std::list<int> line = {4, 5, 6};
    std::unordered_map<int, std::string> names = {{1, "one"}};
    auto stale = numbers.begin();
    numbers.push_back(4);
    auto fresh = numbers.begin() + 1;
    auto erased = line.begin();
    auto second = std::next(erased);
    line.erase(erased);
    std::vector<int>::iterator none;
    auto found = stock.find("nut"), lost = stock.end();
    auto last = numbers.rbegin();
    auto greatest = stock.rbegin();
    auto name = names.begin();
    if (*fresh && *second && found != lost && *last && greatest->second && name->first)
        std::abort();
    return 0;
}
