#include <atomic>
#include <bitset>
#include <chrono>
#include <compare>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <system_error>
#include <unordered_map>
#include <vector>

struct Refused : std::runtime_error {
    int code = 7;
    Refused() : std::runtime_error("refused") {}
};

static int twice(int x)
{
    return 2 * x;
}

static std::exception_ptr caught()
{
    try {
        throw Refused();
    } catch (...) {
        return std::current_exception();
    }
}

static int calls(int start)
{
    std::string name = "captured";
    long row[3] = {1, 2, 3};
    std::function<int(int)> held = [start, name](int x) { return start + x + (int)name.size(); };
    std::function<int()> small = [start] { return start; };
    std::function<int()> reference = [&start] { return start; };
    std::function<long()> large = [row] { return row[2]; };
    std::function<int(int)> pointer = twice, bare = [](int x) { return x; }, none;
    std::promise<std::string> answer, refusal, question;
    std::future<std::string> answered = answer.get_future(), refused = refusal.get_future(), asked = question.get_future(), never;
    std::promise<void> signal;
    answer.set_value("yes");
    refusal.set_exception(caught());
    std::ostringstream out;
    std::istringstream in("left over");
    std::stringstream both("long ago, and far away, there was a text");
    out << "line " << start;
    if (held(1) && small() && reference() && large() && pointer(1) && bare(1) && !none)
        std::abort();
    return 0;
}

static int positions(int start)
{
    std::vector<bool> bits = {false, true};
    std::bitset<0> nothing;
    auto bit = bits.begin() + 1;
    auto reference = bits[1];
    std::deque<std::string> ring(20, "ring");
    ring.push_back("last");
    std::list<int> line = {1, 2, 3};
    std::map<std::string, int> stock = {{"bolt", 2}, {"nut", 30}};
    auto last = ring.rbegin();
    auto middle = std::next(line.rbegin());
    auto greatest = stock.rbegin();
    auto before = stock.rend();
    std::map<std::string, int> other = stock;
    auto taken = other.extract("bolt");
    std::unordered_map<std::string, int> prices = {{"pen", 4}};
    auto bucket = prices.begin(prices.bucket("pen"));
    decltype(taken) empty;
    std::atomic<std::shared_ptr<int>> shared(std::make_shared<int>(start));
    std::shared_mutex lock;
    lock.lock_shared();
    std::nullptr_t null = nullptr;
    auto order = 1 <=> start;
    auto unordered = 1.0 <=> (double)__builtin_nan("");
    auto day = std::chrono::year(2024) / 2 / 29;
    auto month = std::chrono::year(2024) / 3;
    std::error_code code = std::make_error_code(std::errc::permission_denied), fine;
    std::system_error error(code, "opening");
    std::bad_alloc full;
    std::exception_ptr thrown = caught(), calm;
    if (null == nullptr && !empty && *last == "last" && *middle && greatest != before && error.code() == code && thrown && bucket->second &&
        *bit && reference && order != 0 && unordered != 0 && day.ok() && month.ok() && !fine && !calm)
        return calls(start);
    return 0;
}

int main(int argc, char **)
{
    return positions(argc + 4);
}
