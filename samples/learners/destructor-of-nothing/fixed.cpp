#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Item {
    int id;
    int *data;

    ~Item()
    {
        delete[] data;
    }
};

int main()
{
    void *raw = std::malloc(sizeof(Item *));

    std::memset(raw, 0, sizeof(Item *));
    Item *item = *static_cast<Item **>(raw);
    std::puts("removing");
    delete item;
    std::free(raw);
}
