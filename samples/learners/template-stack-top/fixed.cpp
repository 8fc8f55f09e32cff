#include <iostream>

template <typename T>
class Stack {
    struct Node {
        T value;
        Node *next;
    };

public:
    void push(const T &v) { head = new Node{v, head}; }
    void pop()
    {
        Node *old = head;
        head = head->next;
        delete old;
    }
    const T &top() const { return head->value; }
    bool empty() const { return head == nullptr; }

private:
    Node *head = nullptr;
};

int main()
{
    Stack<int> s;
    int last = 0;

    for (int i = 0; i < 3; i++)
        s.push(i);
    while (!s.empty()) {
        last = s.top();
        s.pop();
    }
    std::cout << last << '\n';
}
