#include <iostream>
#include <memory>

class Node {
public:
    explicit Node(int v) : value(v) {}
    int total() const
    {
        int sum = value;
        if (left) {
            sum += left->total();
            sum += right->value;
        }
        return sum;
    }
    std::shared_ptr<Node> left, right;
    int value;
};

int main()
{
    auto root = std::make_shared<Node>(1);

    root->left = std::make_shared<Node>(2);
    std::cout << root->total() << '\n';
}
