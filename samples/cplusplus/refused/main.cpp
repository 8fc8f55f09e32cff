// Functions of the library that refuse what they are given, by an exception that nobody catches.
#include <any>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct Shape {
    virtual ~Shape() {}
};
struct Circle : Shape {};
struct Square : Shape {};

static std::vector<int> scores{3, 1, 4};
static std::map<std::string, int> stock{{"bolt", 3}};

static int score_of(int player)
{
    return scores.at(player);
}

static int number_in(const std::string &field)
{
    return std::stoi(field);
}

static std::string after_colon(const std::string &line, size_t start)
{
    return line.substr(start);
}

static int call(const std::function<int(int)> &handler)
{
    return handler(3);
}

static Circle &as_circle(Shape &shape)
{
    return dynamic_cast<Circle &>(shape);
}

static int *make_row(long count)
{
    return new int[count];
}

int main(int argc, char **argv)
{
    std::string what = argc > 1 ? argv[1] : "", wanted = "nut";
    Square square;
    std::optional<int> age;
    std::variant<int, std::string> setting = 4;
    std::any thing = 5;
    std::weak_ptr<int> owner;
    size_t rows = 5000000000000;
    if (what == "index")
        return score_of(7);
    if (what == "key")
        return stock.at(wanted);
    if (what == "number")
        return number_in("twelve");
    if (what == "position")
        return after_colon("name", 9).size();
    if (what == "optional")
        return age.value();
    if (what == "function")
        return call(nullptr);
    if (what == "cast")
        return &as_circle(square) == nullptr;
    if (what == "variant")
        return std::get<std::string>(setting).size();
    if (what == "any")
        return std::any_cast<std::string>(thing).size();
    if (what == "weak")
        return *std::shared_ptr<int>(owner);
    if (what == "array")
        return make_row(-1)[0];
    if (what == "vector")
        scores.resize(rows);
    std::printf("%d %d\n", score_of(2), number_in("12"));
    return 0;
}
