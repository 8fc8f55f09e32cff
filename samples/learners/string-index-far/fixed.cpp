#include <iostream>
#include <string>

static std::string decode(const std::string &key, const int *codes, int n)
{
    std::string out;

    for (int i = 0; i < n; i++) {
        int pos = codes[i];
        if (pos >= (int)key.size())
            continue;
        out += key[pos];
    }
    return out;
}

int main()
{
    int codes[] = {7, 4, 11, 11, 140000014};

    std::cout << decode("abcdefghijklmnopqrstuvwxyz", codes, 5) << '\n';
}
