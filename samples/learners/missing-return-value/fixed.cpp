#include <iostream>

enum class Sign { Negative, Zero, Positive };

__attribute__((noinline)) static Sign sign(int n)
{
    if (n < 0)
        return Sign::Negative;
    if (n > 0)
        return Sign::Positive;
    return Sign::Zero;
}

int main(int argc, char **)
{
    int sum = 0;

    for (int i = -argc; i <= argc; i++)
        sum += static_cast<int>(sign(i));
    std::cout << sum << '\n';
}
