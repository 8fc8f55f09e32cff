// What is thrown: objects whose what() is their own, objects without one, values that are no objects, nested ones.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

class ParseError : public std::exception {
    std::string message;
    int line;

  public:
    ParseError(const std::string &text, int at) : message(text), line(at) {}
    const char *what() const noexcept override { return message.c_str(); }
};

class Closed : public std::exception {
    const char *what() const noexcept override { return "the connection is closed"; }
};

class Coded : public std::exception {
    int code;

  public:
    explicit Coded(int number) : code(number) {}
    const char *what() const noexcept override
    {
        if (code == 1)
            return "no space left";
        if (code > 9)
            return "a code that nobody knows";
        return "device is gone";
    }
};

class Built : public std::exception {
    int code;
    mutable std::string text;

  public:
    explicit Built(int number) : code(number) {}
    const char *what() const noexcept override
    {
        text = "code " + std::to_string(code);
        return text.c_str();
    }
};

struct Logged {
    int level = 3;
    virtual ~Logged() {}
};

class Mixed : public Logged, public std::exception {
  public:
    const char *what() const noexcept override { return "second base"; }
};

struct Failure {
    int code;
    const char *where;
};

enum class Error { none, disk_full = 3 };

static void open_settings(const std::string &name)
{
    throw std::runtime_error("cannot open " + name);
}

static void load()
{
    try {
        open_settings("settings.ini");
    } catch (...) {
        std::throw_with_nested(std::logic_error("loading failed"));
    }
}

static void load_again()
{
    try {
        open_settings("settings.ini");
    } catch (const std::exception &error) {
        std::printf("%s\n", error.what());
        throw;
    }
}

static void fail(const std::string &how)
{
    Failure failure = {7, "read_header"};
    if (how == "own")
        throw ParseError("unexpected token", 12);
    if (how == "literal")
        throw Closed();
    if (how == "chosen")
        throw Coded(4);
    if (how == "built")
        throw Built(5);
    if (how == "mixed")
        throw Mixed();
    if (how == "struct")
        throw failure;
    if (how == "enum")
        throw Error::disk_full;
    if (how == "number")
        throw -3;
    if (how == "text")
        throw "plain text";
    if (how == "string")
        throw std::string("a string that is longer than fifteen");
    if (how == "nested")
        load();
    if (how == "again")
        load_again();
}

int main(int argc, char **argv)
{
    try {
        fail(argc > 1 ? argv[1] : "");
    } catch (const std::invalid_argument &) {
    }
    return 0;
}
