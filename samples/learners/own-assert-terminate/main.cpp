#include <exception>
#include <iostream>

struct NotEnough : std::exception {
    explicit NotEnough(int missing) : missing(missing) {}
    const char *what() const noexcept override { return "not enough money"; }
    int missing;
};

class Wallet {
public:
    void withdraw(int amount)
    {
        if (amount > coins)
            throw NotEnough(amount - coins);
        coins -= amount;
    }

private:
    int coins = 10;
};

int main()
{
    Wallet w;

    w.withdraw(4);
    w.withdraw(9);
    std::cout << "done\n";
}
