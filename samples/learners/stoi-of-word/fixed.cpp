#include <iostream>
#include <sstream>
#include <string>
#include <vector>

static std::vector<int> parse(const std::string &text)
{
    std::vector<int> numbers;
    std::istringstream in(text);
    std::string token;

    while (std::getline(in, token, ','))
        if (token.find_first_of("0123456789") == 0)
            numbers.push_back(std::stoi(token));
    return numbers;
}

int main()
{
    int sum = 0;

    for (int n : parse("4,8,fifteen,16"))
        sum += n;
    std::cout << sum << '\n';
}
