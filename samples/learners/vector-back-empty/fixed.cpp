#include <iostream>
#include <string>
#include <vector>

struct Edit {
    int position;
    std::string text;
};

class Editor {
public:
    void type(const std::string &text)
    {
        history.push_back({static_cast<int>(content.size()), text});
        content += text;
    }
    void undo()
    {
        if (history.empty())
            return;
        content.erase(history.back().position);
        history.pop_back();
    }
    std::string content;

private:
    std::vector<Edit> history;
};

int main()
{
    Editor e;

    e.undo();
    e.type("hello");
    std::cout << '[' << e.content << "]\n";
}
