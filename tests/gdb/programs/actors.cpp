// stops: handler timer shared queue
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

struct Message {
    enum Kind { Ping, Text, Stop } kind;
    std::string text;
    int priority;
};

class Actor : public std::enable_shared_from_this<Actor>
{
  public:
    using Handler = std::function<int(const Message &)>;
    explicit Actor(std::string name) : name_(std::move(name)) {}
    virtual ~Actor() = default;
    void on(Message::Kind kind, Handler handler) { handlers_[kind] = std::move(handler); }
    virtual int receive(const Message &message)
    {
        std::lock_guard<std::mutex> guard(lock_);
        received_++;
        auto handler = handlers_.find(message.kind);
        int result = handler->second(message);
        return result;
    }

  protected:
    std::string name_;
    std::unordered_map<int, Handler> handlers_;
    std::mutex lock_;
    std::atomic<int> received_{0};
    std::weak_ptr<Actor> peer_;
};

class Logger final : public Actor
{
  public:
    Logger() : Actor("logger") {}
    int receive(const Message &message) override
    {
        lines_.push_back(message.text);
        const std::string *longest = nullptr;
        for (const std::string &line : lines_)
            if (line.size() > 20)
                longest = &line;
        return (int)longest->size();
    }

  private:
    std::vector<std::string> lines_;
};

__attribute__((noinline)) static int deliver(std::vector<std::shared_ptr<Actor>> &actors, const Message &message)
{
    int sum = 0;
    for (auto &actor : actors)
        sum += actor->receive(message);
    return sum;
}

__attribute__((noinline)) static long wait(std::chrono::milliseconds limit, int attempts)
{
    std::chrono::milliseconds each = limit / attempts;
    long total = 0;
    for (int i = 0; i < attempts; i++) {
        total += each.count();
        if (total >= limit.count() - 1)
            std::abort();
    }
    return total;
}

int main(int argc, char **argv)
{
    std::string stop = argc > 1 ? argv[1] : "";
    int base = 100;
    auto first = std::make_shared<Actor>("first");
    std::vector<std::shared_ptr<Actor>> actors = {first};
    first->on(Message::Ping, [base](const Message &message) { return base + message.priority; });
    first->on(Message::Text, [&base, first](const Message &message) {
        base += (int)message.text.size();
        if (message.priority > 5)
            __builtin_trap();
        return base;
    });
    int sum = deliver(actors, Message{Message::Ping, "", 1});
    if (stop == "handler")
        sum += deliver(actors, Message{Message::Text, "urgent", 9});
    if (stop == "timer")
        sum += (int)wait(std::chrono::milliseconds(99), 4) + (int)wait(std::chrono::milliseconds(100), 4);
    if (stop == "shared")
        actors.push_back(std::make_shared<Logger>());
    if (stop == "queue")
        actors.push_back(nullptr);
    sum += deliver(actors, Message{Message::Text, "hello", 2});
    return sum;
}
