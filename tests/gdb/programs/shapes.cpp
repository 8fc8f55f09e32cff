// stops: area virtual member lambda
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace geo
{
enum class Unit : unsigned char { Meter = 1, Foot = 3 };

struct Point {
    double x = 0, y = 0;
    Point operator+(const Point &other) const { return {x + other.x, y + other.y}; }
};

class Shape
{
  public:
    explicit Shape(const char *name) : name_(name) { count++; }
    virtual ~Shape() = default;
    virtual double area(int scale) const = 0;
    const char *name() const { return name_; }
    static int count;

  protected:
    const char *name_;
    Unit unit_ = Unit::Foot;
};
int Shape::count;

struct Tagged {
    virtual ~Tagged() = default;
    int tag = 17;
};

class Circle : public Shape
{
  public:
    Circle(Point center, double radius) : Shape("circle"), center_(center), radius_(radius) {}
    double area(int scale) const override
    {
        double square = radius_ * radius_;
        if (scale > 2)
            std::abort();
        return 3.0 * square * scale;
    }

  private:
    Point center_;
    double radius_;
};

class Polygon : public Shape, public Tagged
{
  public:
    template <int N> explicit Polygon(const Point (&points)[N]) : Shape("polygon"), points_(points), count_(N) {}
    double area(int scale) const override
    {
        double sum = 0;
        for (int i = 0; i < count_; i++) {
            const Point &here = points_[i], &next = points_[(i + 1) % count_];
            sum += here.x * next.y - next.x * here.y;
        }
        return sum / 2 * scale / *corner_;
    }

  private:
    const Point *points_;
    int count_;
    const int *corner_ = nullptr;
};
} // namespace geo

template <typename T, typename F> __attribute__((noinline)) static double apply(const T &thing, F function, int times)
{
    double total = 0;
    for (int i = 1; i <= times; i++)
        total += function(thing, i);
    return total;
}

struct Settings {
    int width = 80;
    bool wrap = true;
    int scaled(int factor) const
    {
        const int *pointer = factor == 3 ? nullptr : &width;
        int result = *pointer * factor;
        return result;
    }
};

__attribute__((noinline)) static double total(geo::Shape *const *shapes, int count, int scale)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        geo::Shape &shape = *shapes[i];
        double area = shape.area(scale);
        sum += area;
    }
    return sum;
}

int main(int argc, char **argv)
{
    const char *stop = argc > 1 ? argv[1] : "";
    geo::Point corners[3] = {{0, 0}, {4, 0}, {0, 3}};
    geo::Circle circle(corners[1] + corners[2], 2);
    geo::Polygon triangle(corners);
    geo::Shape *shapes[] = {&circle, &triangle};
    geo::Tagged *tagged = &triangle;
    Settings settings;
    int geo::Tagged::*member = &geo::Tagged::tag;
    int (Settings::*method)(int) const = &Settings::scaled;
    double sum = total(shapes, strcmp(stop, "area") == 0 ? 2 : 1, 1);
    if (strcmp(stop, "virtual") == 0)
        sum += total(shapes, 1, 3);
    if (strcmp(stop, "member") == 0)
        sum += (settings.*method)(3);
    auto run = [&sum, scale = 2, settings, &circle](const geo::Shape &shape, int times) {
        double area = shape.area(times > 1 ? scale + 1 : scale);
        sum += area + settings.width;
        return area;
    };
    sum += apply(circle, run, 2) + tagged->*member;
    std::printf("%f %d\n", sum, geo::Shape::count);
    return 0;
}
