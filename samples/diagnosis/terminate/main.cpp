#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Base {
    Base() { greet(); }
    virtual ~Base() = default;
    void greet() { hello(); }
    virtual void hello() = 0;
};

struct Derived : Base {
    void hello() override {}
};

struct ParseError : std::runtime_error {
    explicit ParseError(const std::string &text) : std::runtime_error("line 3: " + text) {}
};

static void parse(const char *text)
{
    if (!*text)
        throw ParseError("empty");
}

static void promise() noexcept { parse(""); }

static void start()
{
    std::thread thread([] {});
}

static int third(const std::vector<int> &values) { return values.at(3); }

int main(int argc, char **argv)
{
    std::string which = argc > 1 ? argv[1] : "";
    if (which == "own")
        parse("");
    if (which == "library")
        return third({1, 2, 3});
    if (which == "number")
        throw 42;
    if (which == "rethrown") {
        try {
            parse("");
        } catch (const std::exception &) {
            throw;
        }
    }
    if (which == "noexcept")
        promise();
    if (which == "joinable")
        start();
    if (which == "pure")
        Derived derived;
    if (which == "gives-up") {
        try {
            parse("");
        } catch (const std::exception &) {
            std::abort();
        }
    }
    try {
        parse("");
    } catch (const ParseError &) {
        return 0;
    }
    return 1;
}
