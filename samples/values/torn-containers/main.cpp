#include <any>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

/* The words of an object, to be overwritten. */
template <class T> static volatile std::uint64_t *words(T &object)
{
    return reinterpret_cast<volatile std::uint64_t *>(&object);
}

static const std::uint64_t huge = std::uint64_t(1) << 60, wild = 0x5555555555555555;

static void rows()
{
    std::vector<int> whole = {1, 2}, backwards = {1, 2, 3}, endless = {7}, lost = {1}, uneven = {1, 2};
    std::vector<bool> bits = {true, false}, torn_bits = {true};
    std::string text(40, 'x'), wild_text(40, 'y'), huge_text(40, 'z');
    std::string_view view = "seen";
    std::deque<int> ring(300, 1), torn(300, 2), gone(300, 3);
    std::uint64_t first = words(backwards)[0];
    words(backwards)[0] = words(backwards)[1];
    words(backwards)[1] = first;
    words(endless)[1] += huge;
    words(lost)[0] = wild;
    words(uneven)[1] -= 1;
    words(torn_bits)[2] = words(torn_bits)[0] - 8;
    words(wild_text)[0] = wild;
    words(huge_text)[1] = huge;
    words(view)[0] = huge;
    words(torn)[5] = wild;
    /* A hole in the map: the last block is nowhere. */
    reinterpret_cast<std::uint64_t *>(words(gone)[5])[2] = wild;
    std::abort();
}

static void links()
{
    std::list<int> line = {1, 2, 3}, ring = {1, 2, 3}, cut = {1, 2, 3};
    std::forward_list<int> chain = {1, 2}, circle = {1, 2}, lost = {1, 2};
    std::map<int, int> tree = {{1, 10}, {2, 20}, {3, 30}}, short_tree = tree, torn = tree;
    std::unordered_map<int, int> table = {{1, 10}}, turning = {{1, 10}, {2, 20}}, wild_table = {{1, 10}, {2, 20}};
    auto position = line.rbegin();
    auto turned = tree.rbegin();
    /* The last node of the ring leads to the second one, and of the chains to the first. */
    auto second = std::next(ring.begin());
    *reinterpret_cast<void **>(words(ring)[1]) = &*second - 4;
    *reinterpret_cast<std::uint64_t *>(words(cut)[0]) = wild;
    std::uint64_t head = *words(circle);
    **reinterpret_cast<std::uint64_t **>(head) = head;
    *reinterpret_cast<std::uint64_t *>(*words(lost)) = wild;
    words(short_tree)[5] = 9;
    /* The root's right child. */
    reinterpret_cast<std::uint64_t *>(words(torn)[2])[3] = wild;
    std::uint64_t node = words(turning)[2];
    **reinterpret_cast<std::uint64_t **>(node) = node;
    *reinterpret_cast<std::uint64_t *>(words(wild_table)[2]) = wild;
    words(position)[0] = wild;
    words(turned)[0] = wild;
    rows();
}

int main(int, char **)
{
    std::optional<int> sure = 4, unsure = 5;
    std::variant<int, std::string> either = 1, neither = 2;
    std::unique_ptr<int> owner(new int(3)), astray(new int(4));
    std::shared_ptr<int> shared = std::make_shared<int>(5), dead = std::make_shared<int>(6);
    std::function<int()> call = [] { return 1; }, nowhere = call;
    std::any held = 1, wrong = 2;
    std::ostringstream out;
    std::stringstream both("text");
    out << "line";
    reinterpret_cast<unsigned char *>(&unsure)[4] = 7;
    reinterpret_cast<unsigned char *>(&neither)[sizeof(std::string)] = 9;
    words(astray)[0] = wild;
    words(dead)[1] = wild;
    words(nowhere)[3] = wild;
    words(wrong)[0] = wild;
    words(both)[4] = wild;
    links();
    return 0;
}
