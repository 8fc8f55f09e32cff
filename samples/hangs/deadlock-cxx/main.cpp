#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

class Registry {
public:
    int count()
    {
        std::lock_guard<std::mutex> guard(mutex);
        return entries;
    }
    void add()
    {
        std::lock_guard<std::mutex> guard(mutex);
        entries++;
        total = count();
    }
    void wait()
    {
        std::unique_lock<std::mutex> held(mutex);
        changed.wait(held, [this] { return entries > 0; });
    }

private:
    std::mutex mutex;
    std::condition_variable changed;
    int entries = 0, total = 0;
};

static std::mutex first, second;
static std::mutex met;
static std::condition_variable meeting;
static int arrived;

static void meet()
{
    std::unique_lock<std::mutex> held(met);
    arrived++;
    meeting.notify_all();
    while (arrived < 2)
        meeting.wait(held);
}

static void one_way()
{
    first.lock();
    meet();
    second.lock();
    second.unlock();
    first.unlock();
}

static void other_way()
{
    second.lock();
    meet();
    first.lock();
    first.unlock();
    second.unlock();
}

int main(int argc, char **argv)
{
    std::string which = argc > 1 ? argv[1] : "";
    Registry registry;
    if (which == "self") {
        registry.add();
    } else if (which == "two") {
        std::thread thread(other_way);
        one_way();
        thread.join();
    } else if (which == "threads") {
        std::thread a(one_way), b(other_way);
        a.join();
        b.join();
    } else if (which == "condition") {
        registry.wait();
    }
    return 0;
}
