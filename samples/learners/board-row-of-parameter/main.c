#include <stdio.h>

enum { WIDTH = 8, HEIGHT = 8 };

static int is_free(char board[][WIDTH], int row, int column)
{
    return board[row][column] == '.';
}

int main(void)
{
    static char board[HEIGHT][WIDTH] = {"........", "..Q.....", "........"};
    int queens[] = {0, 2, 1 << 24};

    for (int i = 0; i < 3; i++)
        printf("%d\n", is_free(board, queens[i], 3));
    return 0;
}
