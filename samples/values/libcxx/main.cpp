#include <array>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

struct Part {
    int id;
    std::string name;
};

int main()
{
    std::string brief = "short", longer(60, 'x'), empty;
    std::string_view view = "view";
    std::vector<std::string> words = {"alpha", "beta"};
    std::vector<int> none;
    std::vector<bool> bits = {true, false, true};
    std::map<std::string, int> stock = {{"bolt", 2}, {"nut", 30}};
    std::set<char> letters = {'b', 'a'};
    std::list<int> line = {4, 5};
    std::array<short, 2> both = {1, 2};
    std::optional<int> some = 5, nothing;
    std::unique_ptr<Part> owner(new Part{1, "first"});
    std::shared_ptr<Part> shared = std::make_shared<Part>(Part{2, "second"}), other = shared;
    std::weak_ptr<Part> watcher = shared;
    if (stock.size() == words.size())
        std::abort();
    return 0;
}
