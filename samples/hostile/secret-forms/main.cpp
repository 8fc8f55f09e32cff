#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

static int misbehave(const char *known)
{
    std::string whole = std::string("it is ") + known;
    std::vector<char> characters(known, known + strlen(known));
    std::vector<unsigned char> numbers(known, known + strlen(known));
    uint8_t cut[24];
    char16_t wide[30];
    char *copy = strdup(known);
    memcpy(cut, known, sizeof cut);
    for (int i = 0; i < 30; i++)
        wide[i] = static_cast<char16_t>(known[i]);
    fprintf(stderr, "\xff%s\n", known);
    printf("%s\n", known);
    return *static_cast<volatile int *>(nullptr) + whole[0] + characters[0] + numbers[0] + cut[0] + wide[0] + copy[0];
}

int main(int argc, char **argv)
{
    alarm(20);
    return misbehave(getenv("API_TOKEN")) + argc + argv[0][0];
}
