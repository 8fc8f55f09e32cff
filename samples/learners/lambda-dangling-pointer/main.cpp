#include <functional>
#include <iostream>
#include <vector>

struct Counter {
    int hits = 0;
};

int main()
{
    Counter *counter = new Counter;
    std::vector<std::function<void()>> handlers;

    handlers.push_back([&counter] { counter->hits++; });
    handlers[0]();
    std::cout << counter->hits << '\n';
    delete counter;
    counter = nullptr;
    handlers[0]();
    return 0;
}
