#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

struct student {
    std::string name;
    int grade;
};

static const char *setting(const char *name)
{
    return std::getenv(name);
}

static const student *best(const std::vector<student> &all)
{
    for (const student &one : all)
        if (one.grade > 90)
            return &one;
    return nullptr;
}

int main(int argc, char **argv)
{
    const std::string which = argc > 1 ? argv[1] : "";
    std::vector<student> all = {{"Ida", 70}, {"Max", 80}};
    std::string path = "home=";
    int zero = 0, *first = &zero, *second = &zero;
    std::vector<int *> numbers = {first, second};
    if (which == "text")
        path += setting("NO_SUCH_SETTING_OF_A_SAMPLE");
    if (which == "member")
        std::cout << best(all)->name << '\n';
    if (which == "iterator") {
        auto at = numbers.begin();
        *at = reinterpret_cast<int *>(0x1234567890);
        std::cout << **at++ << '\n';
    }
    path += setting("PATH");
}
