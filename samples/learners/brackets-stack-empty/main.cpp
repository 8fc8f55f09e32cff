#include <iostream>
#include <stack>
#include <string>

static bool is_balanced(const std::string &text)
{
    std::stack<char> open;

    for (char c : text) {
        if (c == '(' || c == '[') {
            open.push(c);
        } else if (c == ')' || c == ']') {
            char other = open.top();
            open.pop();
            if ((c == ')') != (other == '('))
                return false;
        }
    }
    return open.empty();
}

int main()
{
    std::cout << is_balanced("(a[1])") << is_balanced("a)") << "\n";
}
