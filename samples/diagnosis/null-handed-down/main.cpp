#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

class Player {
public:
    explicit Player(const std::string &name) : name(name) {}
    void hit(int damage)
    {
        reduce(damage);
    }
    void reduce(int damage)
    {
        health -= damage;
    }
    int left() const { return health; }
    std::string name;
    int health = 100;
};

class World {
public:
    void add(const std::string &name) { players[name] = std::make_unique<Player>(name); }
    Player *find(const std::string &name)
    {
        auto found = players.find(name);
        if (found == players.end())
            return nullptr;
        return found->second.get();
    }
    void attack(const std::string &who, int damage)
    {
        Player *target = find(who);
        target->hit(damage);
    }
    int sum(const std::string &one, const std::string &other)
    {
        return players[one]->left() + players[other]->left();
    }

private:
    std::map<std::string, std::unique_ptr<Player>> players;
};

static int total(const std::vector<int> *numbers)
{
    int sum = 0;
    for (int number : *numbers)
        sum += number;
    return sum;
}

static int report(const std::vector<int> *numbers, const std::vector<int> *further)
{
    return total(numbers) + total(further);
}

int main(int argc, char **argv)
{
    const std::string which = argc > 1 ? argv[1] : "";
    std::vector<int> few = {1, 2, 3};
    World world;
    world.add("ann");
    world.attack("ann", 3);
    if (which == "object")
        world.attack("bob", 3);
    if (which == "smart")
        std::cout << world.sum("ann", "bob") << '\n';
    if (which == "parameter")
        std::cout << report(&few, nullptr) << '\n';
    std::cout << world.sum("ann", "ann") + report(&few, &few) << '\n';
}
