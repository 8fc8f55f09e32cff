#include <iostream>
#include <map>
#include <string>

using Prices = std::map<std::string, double>;

static double price_of(const Prices &prices, const std::string &item)
{
    return prices.at(item);
}

int main()
{
    Prices prices{{"tea", 2.2}, {"coffee", 2.9}};
    double total = 0;

    for (const char *item : {"tea", "cake", "coffee"})
        total += price_of(prices, item);
    std::cout << total << '\n';
}
