#include <iostream>
#include <memory>

struct Point {
    double x, y;
};

static std::shared_ptr<Point> find(bool is_there)
{
    return is_there ? std::make_shared<Point>() : nullptr;
}

int main(int argc, char **)
{
    std::cout << find(true)->x << '\n';
    std::cout << find(argc > 0)->y << '\n';
}
