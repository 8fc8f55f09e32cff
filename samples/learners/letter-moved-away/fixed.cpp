#include <iostream>
#include <memory>
#include <string>
#include <vector>

struct Letter { std::string text; int stamps = 1; };

int main()
{
    std::vector<std::unique_ptr<Letter>> sent;
    auto letter = std::make_unique<Letter>();

    letter->text = "See you on Sunday";
    sent.push_back(std::move(letter));
    std::cout << "sent: " << sent.back()->text << "\n";
}
