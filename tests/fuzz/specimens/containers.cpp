// Containers of the C++ library, stopped while all are alive; container_fuzzer.c damages the memory that they lie in.
#include <any>
#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <exception>
#include <forward_list>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stack>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>

struct Base { int a = 1; virtual ~Base() {} };
struct Derived : Base { std::string name = "derived"; };

/* The other classes have a frame of their own. */
__attribute__((noinline)) static int others(std::map<std::string, std::vector<int>> &tree, std::deque<short> &deque, std::list<double> &list)
{
    std::string text = "captured";
    std::any small = 1, large = text, none;
    std::function<std::size_t()> held = [text] { return text.size(); }, bare;
    std::vector<bool> flags{true, false, true};
    auto bit = flags.begin() + 1;
    auto reference = flags[1];
    auto first = tree.begin();
    auto end = tree.end();
    auto greatest = tree.rbegin();
    auto last = deque.rbegin();
    auto back = list.rbegin();
    auto at = list.begin();
    std::unordered_map<int, std::string> names{{1, "one"}};
    auto name = names.begin();
    auto bucket = names.begin(names.bucket(1));
    auto taken = names.extract(1);
    std::ostringstream out;
    std::istringstream in("input");
    std::stringstream both("both");
    std::error_code code = std::make_error_code(std::errc::io_error);
    std::system_error error(code, "failed");
    std::exception_ptr thrown = std::make_exception_ptr(Derived());
    std::shared_mutex lock;
    std::complex<double> root(1, 2);
    std::valarray<int> row{1, 2};
    std::chrono::seconds wait(5);
    std::chrono::system_clock::time_point then(wait);
    std::weak_ptr<int> gone = std::make_shared<int>(1);
    std::promise<std::string> answer;
    std::future<std::string> answered = answer.get_future();
    answer.set_value("yes");
    out << "output";
    lock.lock_shared();
    asm volatile("int3" : : "r"(&bit), "r"(std::addressof(reference)), "r"(&first), "r"(&end), "r"(&greatest), "r"(&last), "r"(&back), "r"(&at) : "memory");
    asm volatile("" : : "r"(&answered), "r"(&name), "r"(&bucket), "r"(&taken), "r"(&then), "r"(&small), "r"(&large), "r"(&none), "r"(&bare) : "memory");
    return (int)held() + (int)row.size() + (int)root.real() + !gone.expired() + (thrown != nullptr);
}

int main()
{
    std::string text = "short", longer(40, 'y');
    std::string_view view = longer;
    std::vector<int> numbers{1, 2, 3};
    std::vector<bool> flags{true, false, true};
    std::map<std::string, std::vector<int>> tree{{"a", {1}}, {"b", {}}, {"c", {2, 3}}};
    std::set<int> set{3, 1, 2};
    std::list<double> list{1.5, 2.5};
    std::forward_list<char> chain{'a', 'b'};
    std::deque<short> deque{1, 2, 3};
    std::array<int, 3> array{1, 2, 3};
    std::optional<int> optional{5};
    std::variant<int, std::string> variant{std::string("v")};
    std::unique_ptr<Base> owner(new Derived);
    std::shared_ptr<std::string> shared = std::make_shared<std::string>("shared");
    std::tuple<int, double, std::string> tuple{1, 2.5, "t"};
    std::unordered_map<int, int> table{{1, 10}, {2, 20}};
    std::unordered_set<std::string> words{"p", "q"};
    std::bitset<70> bits(5);
    std::stack<int> stack;
    std::priority_queue<int> queue;
    std::function<int(int)> function = [&](int x) { return x + (int)text.size(); };
    std::vector<std::vector<std::string>> nested{{"a", "b"}, {}};
    Base *base = owner.get();
    stack.push(1);
    queue.push(2);
    asm volatile("" : : "r"(base), "r"(&view), "r"(&function), "r"(&optional) : "memory");
    return others(tree, deque, list) + (int)numbers.size();
}
