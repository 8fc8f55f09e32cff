// Calls a method through a null pointer kept in a map. Used by scripts/bench.
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Account {
    std::string owner;
    std::vector<int> movements;
    int balance() const
    {
        int sum = 0;
        for (int movement : movements)
            sum += movement;
        return sum;
    }
};

static int total(const std::map<std::string, std::unique_ptr<Account>> &accounts)
{
    int sum = 0;
    for (const auto &[name, account] : accounts)
        sum += account->balance();
    return sum;
}

int main()
{
    std::map<std::string, std::unique_ptr<Account>> accounts;
    accounts["ann"] = std::make_unique<Account>(Account{"Ann", {100, -20}});
    accounts["bob"] = nullptr;
    std::cout << total(accounts) << '\n';
    return 0;
}
