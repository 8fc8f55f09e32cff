#include <vector>
#include <unistd.h>

int main()
{
    alarm(20);
    std::vector<std::vector<char>> blocks;
    for (int i = 0; i < 1024; i++)
        blocks.emplace_back(1 << 20, 'x');
    return 99;
}
