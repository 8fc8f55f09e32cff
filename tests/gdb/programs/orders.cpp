// stops: place match cancel report weight
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

namespace market {

enum class Side : std::uint8_t { Buy, Sell };

struct Price {
    std::int64_t ticks = 0;
    auto operator<=>(const Price &) const = default;
};

struct Limit {
    Price price;
    std::optional<std::chrono::seconds> expiry;
};

struct Market {
    std::optional<Price> protection;
};

struct Iceberg {
    Price price;
    std::uint32_t shown;
};

using Terms = std::variant<Limit, Market, Iceberg>;

struct Order {
    std::uint64_t id;
    std::string owner;
    Side side;
    std::uint32_t quantity;
    Terms terms;
    std::weak_ptr<const Order> replaces;

    double weight() const
    {
        double base = quantity;
        if (owner.empty())
            std::abort();
        return side == Side::Buy ? base : -base;
    }
};

using Trade = std::tuple<std::uint64_t, std::uint64_t, Price, std::uint32_t>;

std::optional<Price> price_of(const Terms &terms)
{
    if (const auto *limit = std::get_if<Limit>(&terms))
        return limit->price;
    if (auto *iceberg = std::get_if<Iceberg>(&terms))
        return iceberg->price;
    return std::get<Market>(terms).protection;
}

class Book
{
  public:
    using Listener = std::function<void(const Trade &)>;
    using Queue = std::deque<std::shared_ptr<Order>>;

    explicit Book(std::string symbol) : symbol_(std::move(symbol)) {}

    void listen(Listener listener) { listeners_.push_back(std::move(listener)); }

    const Order &place(Order given)
    {
        auto price = price_of(given.terms);
        auto order = std::make_shared<Order>(std::move(given));
        auto [position, fresh] = by_id_.try_emplace(order->id, order);
        if (!fresh)
            std::abort();
        auto &levels = order->side == Side::Buy ? bids_ : asks_;
        levels[*price].push_back(order);
        return *position->second;
    }

    std::vector<Trade> match()
    {
        std::vector<Trade> trades;
        while (!bids_.empty() && !asks_.empty()) {
            auto &[bid, buyers] = *bids_.rbegin();
            auto &[ask, sellers] = *asks_.begin();
            if (bid < ask)
                break;
            const auto &buyer = buyers.front();
            const auto &seller = sellers.front();
            std::uint32_t quantity = std::min(buyer->quantity, seller->quantity);
            Trade trade{buyer->id, seller->id, ask, quantity};
            for (const Listener &listener : listeners_)
                listener(trade);
            trades.push_back(std::move(trade));
            take(buyers, quantity);
            take(sellers, quantity);
            if (buyers.empty())
                bids_.erase(bid);
            if (sellers.empty())
                asks_.erase(ask);
        }
        return trades;
    }

    std::unique_ptr<Order> cancel(std::uint64_t id)
    {
        auto node = by_id_.extract(id);
        if (node.empty())
            return nullptr;
        std::shared_ptr<Order> order = std::move(node.mapped());
        const auto price = price_of(order->terms);
        auto &queue = (order->side == Side::Buy ? bids_ : asks_)[*price];
        auto place = std::find(queue.begin(), queue.end(), order);
        long index = place - queue.begin();
        if (order->replaces.expired() && index > 0)
            __builtin_trap();
        queue.erase(place);
        return std::make_unique<Order>(*order);
    }

    double imbalance() const
    {
        double total = 0;
        for (const auto &[id, order] : by_id_)
            total += order->weight();
        return total;
    }

  private:
    void take(Queue &queue, std::uint32_t quantity)
    {
        auto &front = queue.front();
        front->quantity -= quantity;
        if (!front->quantity) {
            by_id_.erase(front->id);
            queue.pop_front();
        }
    }

    std::string symbol_;
    std::unordered_map<std::uint64_t, std::shared_ptr<Order>> by_id_;
    std::map<Price, Queue> bids_, asks_;
    std::vector<Listener> listeners_;
};

__attribute__((noinline)) static double report(const std::array<Order, 2> &sample, std::string_view title)
{
    std::unordered_map<std::string, std::pair<int, double>> per_owner;
    for (const Order &order : sample) {
        auto &[count, weight] = per_owner[order.owner];
        count++;
        weight += order.weight();
    }
    auto heaviest = std::max_element(per_owner.begin(), per_owner.end(),
                                     [](const auto &a, const auto &b) { return a.second.second < b.second.second; });
    const auto &[name, totals] = *heaviest;
    auto [count, weight] = totals;
    if (title.size() < 3)
        throw std::invalid_argument("title");
    return weight / (count - 1 ? count - 1 : (std::abort(), 1));
}

} // namespace market

int main(int argc, char **argv)
{
    using namespace market;
    std::string_view stop = argc > 1 ? argv[1] : "";
    Book book("ACME");
    std::uint64_t volume = 0, limit = stop == "match" ? 5 : 500;
    std::map<std::uint64_t, std::string> notes;
    book.listen([&volume, limit, label = std::string("volume")](const Trade &trade) {
        const auto &[buyer, seller, price, quantity] = trade;
        volume += quantity;
        if (volume > limit)
            __builtin_trap();
    });
    book.listen([&](const Trade &trade) { notes[std::get<0>(trade)] = "bought at " + std::to_string(std::get<2>(trade).ticks); });
    book.place({1, "ann", Side::Buy, 10, Limit{{100}, std::chrono::seconds(30)}, {}});
    const Order &asked = book.place({2, "bob", Side::Sell, 4, Iceberg{{99}, 2}, {}});
    book.place({3, "cyd", Side::Sell, 9, Limit{{101}, std::nullopt}, {}});
    book.place({4, "dan", Side::Sell, 7, Limit{{101}, {}}, {}});
    if (stop == "place")
        book.place({5, std::string(asked.owner), Side::Buy, 1, Market{{{97}}}, {}}), book.place({3, "eve", Side::Buy, 2, Market{{{98}}}, {}});
    std::vector<Trade> trades = book.match();
    book.place({6, "fay", Side::Buy, 3, Limit{{102}, {}}, {}});
    trades = book.match();
    auto gone = book.cancel(stop == "cancel" ? 4 : 3);
    double imbalance = book.imbalance();
    if (stop == "report") {
        std::array<Order, 2> sample = {{{7, "gus", Side::Buy, 2, Market{}, {}}, {8, "hal", Side::Sell, 1, Market{}, {}}}};
        imbalance += report(sample, "two");
    }
    Order spare{9, stop == "weight" ? "" : "ivy", Side::Sell, (std::uint32_t)argc, Market{{{100}}}, {}};
    imbalance -= spare.weight();
    return (int)imbalance + (int)trades.size() + (int)notes.size() + (gone ? 1 : 0);
}
