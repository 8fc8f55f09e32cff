// Containers of the C++ library, stopped while all are alive; container_fuzzer.c damages the memory that they lie in.
#include <array>
#include <bitset>
#include <deque>
#include <forward_list>
#include <functional>
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

struct Base { int a = 1; virtual ~Base() {} };
struct Derived : Base { std::string name = "derived"; };

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
    asm volatile("int3" : : "r"(base), "r"(&view), "r"(&function), "r"(&optional) : "memory");
    return (int)numbers.size();
}
