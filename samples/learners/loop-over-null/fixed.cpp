#include <iostream>
#include <vector>

struct Scene {
    std::vector<int> *ids = new std::vector<int>{1, 2};

    int count() const
    {
        int n = 0;
        for (int id : *ids)
            n += id > 0;
        return n;
    }
};

int main()
{
    Scene scene;
    std::cout << scene.count() << '\n';
}
