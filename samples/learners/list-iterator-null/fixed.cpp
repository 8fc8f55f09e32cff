#include <algorithm>
#include <iostream>
#include <list>

struct Dancer {
    int number;
    Dancer *partner;
};

int main()
{
    std::list<Dancer> dancers{{1, nullptr}, {2, nullptr}};

    dancers.front().partner = &dancers.back();
    dancers.back().partner = &dancers.front();
    auto second = std::find_if(dancers.begin(), dancers.end(), [](const Dancer &d) { return d.number == 2; });
    std::cout << second->partner->number << '\n';
}
