#include <iostream>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Square : Shape {
    explicit Square(double a) : a(a) {}
    double area() const override { return a * a; }
    double a;
};
struct Circle : Shape {
    explicit Circle(double r) : r(r) {}
    double area() const override { return 3.14159 * r * r; }
    double r;
};

static Shape *make(char kind, double size)
{
    if (kind == 's')
        return new Square(size);
    if (kind == 'c')
        return new Circle(size);
    return nullptr;
}

static double total_area(const std::vector<Shape *> &shapes)
{
    double sum = 0;
    for (const Shape *s : shapes)
        sum += s->area();
    return sum;
}

int main()
{
    std::vector<Shape *> shapes{make('s', 2), make('t', 3), make('c', 1)};

    std::cout << total_area(shapes) << '\n';
}
