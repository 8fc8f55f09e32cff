#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <vector>

struct Part {
    virtual ~Part() = default;
    std::string name = "part";
};

struct Wheel : Part {
    int spokes = 32;
};

static int count(const std::map<std::string, int> &stock, const std::vector<std::string> &wanted)
{
    int sum = 0;
    for (const std::string &name : wanted) {
        auto found = stock.find(name);
        if (found == stock.end())
            std::abort();
        sum += found->second;
    }
    return sum;
}

int main()
{
    alarm(20);
    std::map<std::string, int> stock = {{"bolt", 2}, {"nut", 30}};
    std::unordered_map<int, std::string> names = {{7, "seven"}};
    std::list<double> prices = {1.5, 0.25};
    std::vector<bool> done = {true, false};
    std::unique_ptr<Part> part(new Wheel);
    std::shared_ptr<Part> shared = std::make_shared<Wheel>();
    std::optional<int> limit = 3, none;
    std::vector<std::string> wanted = {"bolt", "washer"};
    return count(stock, wanted) + (int)(names.size() + prices.size() + done.size()) + *limit + none.has_value() +
           (int)part->name.size() + (int)shared->name.size();
}
