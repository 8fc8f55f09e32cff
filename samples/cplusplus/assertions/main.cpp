// Assertions of the C++ library (-D_GLIBCXX_ASSERTIONS): what the call gave, and what the container has.
#include <cstdio>
#include <memory>
#include <optional>
#include <stack>
#include <string>
#include <string_view>
#include <vector>

static int back_of(std::vector<int> &queue, int steps)
{
    return queue[queue.size() - steps];
}

int main(int argc, char **argv)
{
    std::string what = argc > 1 ? argv[1] : "";
    std::vector<int> scores{3, 1, 4}, none;
    std::stack<int> undo;
    std::optional<int> age;
    std::shared_ptr<int> owner;
    std::string_view view = "abc";
    int player = 11;
    if (what == "index")
        return scores[player];
    if (what == "wrapped")
        return back_of(scores, 5);
    if (what == "front")
        return none.front();
    if (what == "top")
        return undo.top();
    if (what == "optional")
        return *age;
    if (what == "shared")
        return *owner;
    if (what == "prefix")
        view.remove_prefix(player);
    std::printf("%d\n", scores[2]);
    return 0;
}
