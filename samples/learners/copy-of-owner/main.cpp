#include <cstring>
#include <iostream>

class Buffer {
public:
    explicit Buffer(const char *text) : size(std::strlen(text)), data(new char[size + 40])
    {
        std::strcpy(data, text);
    }
    ~Buffer()
    {
        delete[] data;
    }
    std::size_t size;
    char *data;
};

static std::size_t length(Buffer b)
{
    return b.size;
}

int main()
{
    Buffer greeting("good morning");

    std::cout << length(greeting) << '\n';
    std::cout << length(greeting) << '\n';
}
