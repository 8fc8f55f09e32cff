#include <iostream>
#include <map>

struct Room {
    int number;
    int beds;
};

class Hotel {
public:
    void open(int number, int beds) { rooms[number] = new Room{number, beds}; }

    int beds(int number)
    {
        return rooms[number]->beds;
    }

    ~Hotel()
    {
        for (auto &entry : rooms)
            delete entry.second;
    }

private:
    std::map<int, Room *> rooms;
};

int main()
{
    Hotel hotel;

    hotel.open(1, 2);
    hotel.open(3, 1);
    std::cout << hotel.beds(1) << '\n';
    std::cout << hotel.beds(2) << '\n';
}
