#include <cstdlib>

static int sign(int n)
{
    if (n > 0)
        return 1;
    if (n < 0)
        return -1;
}

int main(int argc, char **argv) { return sign(argc > 1 ? std::atoi(argv[1]) : 1) < 0; }
