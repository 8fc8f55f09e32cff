#include <iostream>

template <typename T>
class Matrix {
    int rows, columns;
    T *cells;

public:
    Matrix(int r, int c) : rows(r), columns(c), cells(new T[r * c]()) {}
    ~Matrix() { delete[] cells; }
    T &operator()(int row, int column) { return cells[row * columns + column]; }
};

int main()
{
    Matrix<int> image(4000, 3000);
    long sum = 0;

    for (int x = 0; x < 4000; x += 1000)
        for (int y = 0; y < 4000; y += 1000)
            sum += image(x * 40, y);
    std::cout << sum << '\n';
}
