#include <cstring>
#include <iostream>
#include <new>
#include <string>
#include <vector>

static std::size_t grow()
{
    std::vector<std::string> lines;
    for (;;)
        lines.push_back(std::string(100000, 'x'));
    return lines.size();
}

static char first_of(std::size_t size)
{
    return (new char[size])[0];
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (std::strcmp(what, "grow") == 0)
        return grow() == 0;
    if (std::strcmp(what, "throws") == 0)
        return first_of(500 << 20);
    if (std::strcmp(what, "catches") == 0) {
        try {
            return first_of(500 << 20);
        } catch (const std::bad_alloc &) {
            std::cerr << "no memory\n";
            return 3;
        }
    }
    return 0;
}
