#include <atomic>
#include <barrier>
#include <chrono>
#include <cstring>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <thread>

static int value_of_promise()
{
    std::promise<int> promise;
    return promise.get_future().get();
}

static void waits_a_while()
{
    std::promise<int> promise;
    promise.get_future().wait_for(std::chrono::seconds(20));
}

static void counts_to_three()
{
    std::latch done(3);
    std::thread first([&] { done.count_down(); }), second([&] { done.count_down(); });
    first.join();
    second.join();
    done.wait();
}

static void meets_nobody()
{
    std::barrier meeting(2);
    meeting.arrive_and_wait();
}

static void takes_two()
{
    std::binary_semaphore slot(1);
    slot.acquire();
    slot.acquire();
}

static void changes_never()
{
    std::atomic<int> state{0};
    state.wait(0);
}

static std::once_flag prepared;

static void prepare()
{
    std::call_once(prepared, prepare);
}

struct Settings {
    static Settings &get()
    {
        static Settings settings;
        return settings;
    }
    Settings()
    {
        std::thread loader([] { get(); });
        loader.join();
    }
};

static void settings()
{
    Settings::get();
}

static void spins()
{
    std::atomic<bool> ready{false};
    std::mutex mutex;
    mutex.lock();
    std::thread setter([&] {
        std::lock_guard<std::mutex> guard(mutex);
        ready = true;
    });
    while (!ready.load()) {
    }
    mutex.unlock();
    setter.join();
}

static const struct {
    const char *name;
    void (*run)();
} ways[] = {
    {"future", [] { value_of_promise(); }}, {"future-for", waits_a_while}, {"latch", counts_to_three}, {"barrier", meets_nobody},
    {"semaphore", takes_two},               {"atomic", changes_never},     {"once", prepare},          {"static", settings},
    {"spins", spins},
};

int main(int argc, char **argv)
{
    for (const auto &way : ways)
        if (argc > 1 && std::strcmp(argv[1], way.name) == 0)
            way.run();
    return 0;
}
