#include <functional>
#include <iostream>

struct Counter {
    int *slot = nullptr;
    int step = 2;

    std::function<void(int)> adder()
    {
        return [this](int n) {
            *slot += n * step;
        };
    }
};

int main()
{
    Counter counter;
    auto add = counter.adder();

    add(3);
    std::cout << counter.step << '\n';
}
