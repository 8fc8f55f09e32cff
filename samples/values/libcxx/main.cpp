#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <cstdlib>
#include <deque>
#include <exception>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>

struct Part {
    int id;
    std::string name;
};

static int twice(int x)
{
    return 2 * x;
}

static std::exception_ptr caught()
{
    try {
        throw Part{6, "thrown"};
    } catch (...) {
        return std::current_exception();
    }
}

static int pieces(int start)
{
    std::filesystem::path path = "/usr/lib";
    std::chrono::milliseconds wait(1500);
    std::chrono::system_clock::time_point then(std::chrono::seconds(1700000000));
    std::mutex lock;
    std::error_code code = std::make_error_code(std::errc::permission_denied);
    std::system_error error(code, "opening");
    std::exception_ptr thrown = caught();
    std::ostringstream out;
    std::stringstream both("text");
    std::atomic<long> counter{7};
    std::complex<double> root(1.5, -2);
    std::valarray<int> numbers = {1, 2};
    std::initializer_list<int> given = {7, 8};
    std::array<int, 0> none{};
    std::bitset<70> flags(5);
    out << "line " << start;
    lock.lock();
    if (counter && flags.any() && error.code() == code && thrown)
        std::abort();
    return none.empty() && given.size() && numbers.size();
}

static int held(int start)
{
    std::tuple<int, std::less<int>, std::string> three = {1, {}, "three"};
    std::tuple<> zero;
    std::variant<int, std::string> either = std::string("held");
    std::any small = start, big = Part{3, "any"}, empty;
    std::string name = "captured";
    std::function<int()> call = [start, name] { return start + (int)name.size(); };
    std::function<int(int)> pointer = twice, bare_call = [](int x) { return x; }, no_call;
    std::reference_wrapper<int> reference = start;
    if (call() && pointer(1) && bare_call(1) && !no_call && reference)
        return pieces(start);
    return zero == std::tuple<>() && either.index();
}

static int rows(int start)
{
    std::deque<int> ring(2000, 3);
    ring.push_front(start);
    ring.push_back(9);
    std::deque<Part> large = {{1, "one"}, {2, "two"}};
    std::deque<int> bare;
    std::stack<int> pile({1, 2});
    std::priority_queue<int> best;
    best.push(5);
    std::forward_list<std::string> chain = {"first", "second"};
    std::unordered_map<std::string, int> prices = {{"pen", 4}};
    std::unordered_set<int> seen = {42};
    std::unordered_multimap<int, char> twin = {{1, 'a'}};
    std::map<int, std::string> names = {{1, "one"}};
    std::vector<std::string> words = {"alpha"};
    auto found = prices.find("pen"), lost = prices.end();
    auto least = names.begin(), end = names.end();
    auto at = chain.begin();
    auto position = ring.begin() + 1;
    auto word = words.begin();
    auto last = words.rbegin();
    auto greatest = names.rbegin(), before = names.rend();
    auto back = ring.rbegin();
    std::list<int> line = {4, 5};
    auto hindmost = line.rbegin();
    std::map<int, std::string> other = names;
    auto taken = other.extract(1);
    auto bucket = prices.begin(prices.bucket("pen"));
    if (found != lost && least != end && *at != *word && *last == *word && *position && greatest != before && *back && *hindmost &&
        taken && bucket->second)
        return held(start);
    return best.top() + pile.top();
}

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
        return rows(5);
    return 0;
}
