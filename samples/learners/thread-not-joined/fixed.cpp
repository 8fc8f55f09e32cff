#include <atomic>
#include <iostream>
#include <thread>

static std::atomic<int> done{0};

static void start()
{
    std::thread t([] { done++; });
    t.join();
    std::cout << "started\n";
}

int main()
{
    start();
    std::cout << done << '\n';
}
