#include <iostream>
#include <string>
#include <vector>

class Money {
public:
    explicit Money(long cents) : cents(cents) {}
    Money operator/(std::size_t people) const
    {
        return people ? Money(cents / people) : *this;
    }
    long cents;
};

int main()
{
    std::vector<std::string> guests;
    Money bill(12000);

    std::cout << (bill / guests.size()).cents << '\n';
}
