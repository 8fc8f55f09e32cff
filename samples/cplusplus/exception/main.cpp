#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>

struct Base {
    Base()
    {
        hello();
    }
    virtual ~Base() = default;
    void hello();
    virtual void name() = 0;
};

void __attribute__((noinline)) Base::hello()
{
    name();
}

struct Derived : Base {
    void name() override
    {
    }
};

static void __attribute__((noinline)) greet()
{
    Derived derived;
    derived.name();
}

static int __attribute__((noinline)) find_price(const std::string &what)
{
    throw std::out_of_range("no price for " + what);
}

static int __attribute__((noinline)) promise() noexcept
{
    return find_price("nut");
}

int main(int argc, char **argv)
{
    std::string how = argc > 1 ? argv[1] : "";
    alarm(20);
    if (how == "uncaught")
        return find_price("bolt");
    if (how == "noexcept")
        return promise();
    if (how == "pure")
        greet();
    if (how == "thread")
        std::thread([] { find_price("washer"); }).join();
    if (how == "caught") {
        try {
            find_price("screw");
        } catch (const std::exception &) {
        }
    }
    return 0;
}
