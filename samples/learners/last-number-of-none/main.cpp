#include <iostream>
#include <vector>

class Stack {
public:
    int pop()
    {
        int top = values.back();
        values.pop_back();
        return top;
    }

private:
    std::vector<int> values;
};

int main()
{
    Stack stack;

    std::cout << stack.pop() << '\n';
}
