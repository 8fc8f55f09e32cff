#include <iostream>
#include <string>
#include <vector>

class Account {
public:
    Account(std::string owner, long cents) : owner(std::move(owner)), cents(cents) {}
    void deposit(long amount)
    {
        cents += amount;
    }
    std::string owner;
    long cents;
};

class Bank {
public:
    void open(const std::string &owner) { accounts.emplace_back(owner, 0); }
    Account *find(const std::string &owner)
    {
        for (auto &a : accounts)
            if (a.owner == owner)
                return &a;
        return nullptr;
    }

private:
    std::vector<Account> accounts;
};

int main()
{
    Bank bank;

    bank.open("Ida");
    bank.find("Ida")->deposit(500);
    if (Account *max = bank.find("Max"))
        max->deposit(250);
    std::cout << bank.find("Ida")->cents << '\n';
}
