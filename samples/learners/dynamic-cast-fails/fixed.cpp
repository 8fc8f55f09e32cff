#include <iostream>
#include <string>

struct Animal {
    virtual ~Animal() = default;
};
struct Cat : Animal {
    int lives = 9;
};
struct Dog : Animal {
    int barks = 3;
};

static int speak(Animal *a)
{
    Dog *dog = dynamic_cast<Dog *>(a);
    if (!dog)
        return 0;
    return dog->barks;
}

int main()
{
    Dog rex;
    Cat tom;

    std::cout << speak(&rex) << ' ' << speak(&tom) << '\n';
}
