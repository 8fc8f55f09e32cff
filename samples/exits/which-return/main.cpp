#include <cstdlib>
#include <cstring>

#define REQUIRE(condition) \
    do {                   \
        if (!(condition))  \
            return 6;      \
    } while (0)

static int tally(const char *text)
{
    return static_cast<int>(std::strlen(text));
}

#ifdef WITH_MACRO
int main(int argc, char **argv)
{
    int found = 2;

    REQUIRE(argc < 9);
    if (argc > 1 && std::strcmp(argv[1], "two") == 0)
        return found;
    return 0;
}
#else
int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";
    int found = 2, missed = 0;
    auto none = [] { return 2; };

    if (std::strcmp(which, "failure") == 0)
        return EXIT_FAILURE;
    for (const char *c = which; *c; c++)
        missed += *c == 'x' ? none() : 0;
    if (missed > 4)
        return missed + 300; // only the low byte reaches the parent
    if (std::strcmp(which, "unknown") == 0)
        return tally(which);
    return found - (which[0] == 't' ? 0 : 2);
}
#endif
