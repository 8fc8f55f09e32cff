#include <iostream>
#include <string>

class Widget {
public:
    Widget() { init(); }
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

    std::cout << b.title << '\n';
}
