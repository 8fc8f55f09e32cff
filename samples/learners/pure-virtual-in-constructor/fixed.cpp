#include <iostream>
#include <string>

class Widget {
public:
    Widget() = default;
    virtual ~Widget() = default;
    void init()
    {
        title = name() + "!";
    }
    virtual std::string name() const = 0;
    std::string title;
};

class Button : public Widget {
public:
    std::string name() const override { return "button"; }
};

int main()
{
    Button b;

    b.init();
    std::cout << b.title << '\n';
}
