#include <iostream>
#include <optional>
#include <string>
#include <vector>

static std::optional<std::size_t> index_of(const std::vector<std::string> &words, const std::string &word)
{
    for (std::size_t i = 0; i < words.size(); i++)
        if (words[i] == word)
            return i;
    return std::nullopt;
}

int main()
{
    std::vector<std::string> words{"red", "green"};

    std::cout << index_of(words, "green").value() << '\n';
    std::cout << index_of(words, "blue").value_or(words.size()) << '\n';
}
