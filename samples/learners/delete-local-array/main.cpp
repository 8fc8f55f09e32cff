#include <cstdio>

int main()
{
    long values[4] = {0, 0, 0, 5};
    int *rest = new int[4]();

    std::printf("%ld\n", values[3] + rest[0]);
    delete[] rest;
    delete[] &values[2];
}
