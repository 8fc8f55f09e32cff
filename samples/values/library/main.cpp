#include <any>
#include <chrono>
#include <complex>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

struct Large {
    long parts[8];
};

int main()
{
    std::any small = 42, text = std::string("held"), large = Large{{1, 2, 3}}, none;
    std::chrono::milliseconds wait(1500);
    std::chrono::duration<double> exact(1.25);
    std::chrono::duration<int, std::ratio<1, 60>> frames(5);
    std::chrono::minutes lunch(30);
    std::chrono::system_clock::time_point then(std::chrono::milliseconds(1700000000250));
    std::chrono::system_clock::time_point before(std::chrono::seconds(-1));
    std::chrono::steady_clock::time_point start{std::chrono::nanoseconds(7)};
    std::filesystem::path path = "/usr/local/lib";
    std::complex<double> root(1.5, -2);
    std::out_of_range error("far outside");
    if (path.string().size() + std::any_cast<int>(small) != 0)
        std::abort();
    return 0;
}
