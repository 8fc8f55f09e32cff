#include <iostream>
#include <memory>

struct Item {
    int value;
    std::unique_ptr<Item> next;
};

int main()
{
    std::unique_ptr<Item> head;
    long sum = 0;

    for (int i = 0; i < 400000; i++) {
        auto item = std::make_unique<Item>();
        item->value = i;
        item->next = std::move(head);
        head = std::move(item);
        sum += i;
    }
    std::cout << sum << std::endl;
    head.reset();
}
