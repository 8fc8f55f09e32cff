// stops: sequences keyed wrapped
#include <array>
#include <bitset>
#include <cstdlib>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

enum class Color { Red, Green, Blue };

struct Node {
    int value;
    std::unique_ptr<Node> next;
    std::weak_ptr<int> owner;
};

__attribute__((noinline)) static std::size_t sequences(const std::vector<int> &given, std::string_view label)
{
    std::vector<std::string> words = {"alpha", "beta", std::string(40, 'x')};
    std::vector<bool> bits = {true, false, true, true};
    std::vector<std::vector<double>> rows = {{1.5, 2.5}, {}, {3}};
    std::array<short, 3> triple = {1, 2, 3};
    std::deque<int> ring(given.begin(), given.end());
    ring.push_front(-1);
    std::list<std::pair<int, char>> pairs = {{1, 'a'}, {2, 'b'}};
    std::forward_list<std::string> chain = {"first", "second"};
    std::bitset<10> flags(0x2a5);
    std::stack<int> pile(ring);
    std::queue<int, std::list<int>> line;
    line.push(4);
    std::priority_queue<int> best(given.begin(), given.end());
    const int *nowhere = nullptr;
    std::size_t sum = words.size() + bits.size() + rows.size() + triple.size() + pile.size() + line.size() + best.size();
    if (label == "sequences")
        sum += *nowhere;
    return sum + pairs.size() + chain.front().size() + flags.count();
}

__attribute__((noinline)) static std::size_t keyed(int extra)
{
    std::map<std::string, int> stock = {{"bolt", 2}, {"nut", 30}};
    std::map<Color, std::vector<int>> colors = {{Color::Green, {1, 2}}, {Color::Red, {}}};
    std::set<long> numbers = {5, 3, 9};
    std::multiset<std::string> bag = {"x", "x", "y"};
    std::unordered_map<std::string, double> prices = {{"pen", 1.5}};
    std::unordered_set<int> seen = {42};
    std::map<int, std::map<int, std::string>> nested = {{1, {{2, "deep"}}}};
    std::map<int, int> squares;
    for (int i = 0; i < 20; i++)
        squares[i] = i * i;
    auto found = stock.find("nut");
    auto last = squares.rbegin();
    if (extra == 7)
        std::abort();
    return stock.size() + colors.size() + numbers.size() + bag.size() + prices.size() + seen.size() + nested.size() + found->second + last->second;
}

__attribute__((noinline)) static long wrapped(std::unique_ptr<Node> head, std::shared_ptr<int> shared)
{
    std::optional<std::string> some = "thing", none;
    std::variant<int, std::string, double> either = 2.5, other = std::string("text");
    std::tuple<int, std::string, Color> three = {1, "two", Color::Blue};
    std::pair<std::string, std::unique_ptr<int>> owned = {"owner", std::make_unique<int>(6)};
    std::weak_ptr<int> watcher = shared;
    std::shared_ptr<Node> empty;
    std::unique_ptr<Node> &next = head->next;
    long sum = *owned.second + std::get<0>(three) + (long)some->size() + none.has_value() + watcher.use_count();
    if (next)
        sum += empty->value;
    return sum + (long)either.index() + (long)other.index();
}

int main(int argc, char **argv)
{
    std::string stop = argc > 1 ? argv[1] : "";
    std::vector<int> given = {3, 1, 4, 1, 5};
    std::size_t total = sequences(given, stop);
    total += keyed(stop == "keyed" ? 7 : 0);
    auto shared = std::make_shared<int>(11);
    auto head = std::make_unique<Node>(Node{1, std::make_unique<Node>(Node{2, nullptr, shared}), {}});
    total += wrapped(std::move(head), shared);
    return (int)total;
}
