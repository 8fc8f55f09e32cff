#include <iostream>
#include <vector>

class Stack {
public:
    int pop()
    {
        if (values.empty())
            return 0;
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
