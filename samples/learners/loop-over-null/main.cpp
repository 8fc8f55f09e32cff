#include <iostream>
#include <vector>

struct Scene {
    std::vector<int> *ids = nullptr;

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
