#include <iostream>
#include <vector>

class Sheet {
public:
    Sheet(int rows, int columns) : columns(columns), cells(rows * columns) {}
    void set(int row, int column, double value)
    {
        cells[row * columns + column] = value;
    }
    double sum() const
    {
        double total = 0;
        for (double c : cells)
            total += c;
        return total;
    }

private:
    int columns;
    std::vector<double> cells;
};

int main()
{
    Sheet s(100, 26);

    s.set(99, 25, 1.5);
    s.set(250000, 3, 2);
    std::cout << s.sum() << '\n';
}
