#include <iostream>
#include <thread>
#include <unistd.h>

int main()
{
    alarm(20);
    std::thread worker([] { pause(); });

    std::cout << "started" << std::endl;
}
