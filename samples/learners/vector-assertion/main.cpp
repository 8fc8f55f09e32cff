#include <algorithm>
#include <iostream>
#include <vector>

static int median(std::vector<int> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

int main()
{
    std::cout << median({5, 1, 3}) << '\n';
    std::cout << median({}) << '\n';
}
