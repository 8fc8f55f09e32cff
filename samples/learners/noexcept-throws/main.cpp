#include <iostream>
#include <stdexcept>
#include <string>

struct ParseError : std::runtime_error {
    ParseError(int line, const std::string &what) : std::runtime_error(what), line(line) {}
    int line;
};

static void check(const std::string &text, int line)
{
    if (text.find('=') == std::string::npos)
        throw ParseError(line, "bad line: " + text);
}

class Config {
public:
    void load(const char *const *lines, int n) noexcept
    {
        for (int i = 0; i < n; i++)
            check(lines[i], i + 1);
    }
};

int main()
{
    const char *lines[] = {"a=1", "b=2", "oops"};
    Config c;

    try {
        c.load(lines, 3);
    } catch (const ParseError &e) {
        std::cout << "line " << e.line << ": " << e.what() << '\n';
    }
}
