#include <iostream>

static int parse_digit(char c)
{
    if (c < '0' || c > '9')
        throw static_cast<int>(c);
    return c - '0';
}

int main()
{
    int n = 0;

    try {
        for (const char *p = "12x"; *p; p++)
            n = n * 10 + parse_digit(*p);
    } catch (const std::exception &e) {
        std::cout << e.what() << '\n';
    }
    std::cout << n << '\n';
}
