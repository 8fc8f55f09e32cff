#include <cstdlib>
#include <string>
#include <vector>

struct Item {
    std::string name;
    std::vector<int> tags;
};

struct Box {
    Item *item = nullptr;
    Item held;
};

static Item copy_of(const Box &box)
{
    return *box.item;
}

static void put(Box *box, const Item &item)
{
    box->held = item;
}

static std::string name_of(const Box &box)
{
    return box.item->name;
}

int main(int argc, char **argv)
{
    std::string which = argc > 1 ? argv[1] : "";
    Item item;
    Box box, *none = nullptr;
    item.name = "a name that is too long to lie in the string itself";
    if (which == "copy")
        item = copy_of(box);
    if (which == "assign")
        put(none, item);
    if (which == "member")
        item.name = name_of(box);
    box.item = &item;
    put(&box, copy_of(box));
    return name_of(box).empty();
}
