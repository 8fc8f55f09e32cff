#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

static void open_settings()
{
    std::ifstream in;
    in.exceptions(std::ios::failbit | std::ios::badbit);
    in.open("no-such-folder/settings.ini");
}

static int sum_of(const std::string &text)
{
    std::istringstream in(text);
    in.exceptions(std::ios::failbit);
    int a = 0, b = 0;
    in >> a >> b;
    return a + b;
}

static int run(const std::string &command)
{
    std::map<std::string, std::function<int(int)>> commands;
    commands["double"] = [](int n) { return 2 * n; };
    return commands[command](4);
}

static std::string value_of(const std::string &line)
{
    return line.substr(line.find('=') + 20);
}

static int at_both(const std::vector<int> &few, const std::vector<int> &many)
{
    int sum = 0;
    for (size_t i = 0; i < many.size(); i++)
        sum += many.at(i) + few.at(i + 1);
    return sum;
}

int main(int argc, char **argv)
{
    const std::string which = argc > 1 ? argv[1] : "";
    if (which == "open")
        open_settings();
    std::cout << sum_of(which == "read" ? "12 abc" : "12 13") << '\n';
    std::cout << run(which == "function" ? "triple" : "double") << '\n';
    std::cout << value_of(which == "substr" ? "name" : "a=12345678901234567890x") << '\n';
    std::cout << at_both({1, 2, 3}, std::vector<int>(which == "index" ? 3 : 2, 7)) << '\n';
}
