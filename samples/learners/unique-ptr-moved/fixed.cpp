#include <iostream>
#include <memory>
#include <string>
#include <utility>

struct Engine {
    std::string name;
    int power;
};

struct Car {
    std::unique_ptr<Engine> engine;
    int power() const { return engine->power; }
};

int main()
{
    auto engine = std::make_unique<Engine>(Engine{"V8", 300});
    Car car{std::move(engine)};

    std::cout << car.power() << '\n';
    std::cout << car.engine->power << '\n';
}
