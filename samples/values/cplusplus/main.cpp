#include <cstddef>
#include <unistd.h>

struct Shape {
    int sides = 0;
    virtual ~Shape() = default;
    virtual int area(const int &factor) const = 0;
};

namespace geo
{
class Circle : public Shape
{
  public:
    explicit Circle(int r) : radius(r)
    {
    }

    int area(const int &factor) const override
    {
        return radius * factor + *nowhere;
    }

  private:
    int radius;
    const int *nowhere = nullptr;
};
} // namespace geo

template <typename T> static int total(const T &thing, int times)
{
    return thing.area(times);
}

int main()
{
    geo::Circle circle(2);
    int many = 3;
    alarm(20);
    auto run = [&](int n) { return total(circle, n + many); };
    return run(1);
}
