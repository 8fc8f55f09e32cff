#include <cstdio>

static int depth_of(int level);

/* The first call asks for the second while it still makes what it keeps. */
static int cached_depth(int level)
{
    static int cached = depth_of(level);
    return cached;
}

static int depth_of(int level)
{
    return level == 0 ? 1 : cached_depth(level - 1) + 1;
}

int main()
{
    std::printf("%d\n", cached_depth(3));
    return 0;
}
