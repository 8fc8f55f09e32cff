#include <stddef.h>
#include <unistd.h>

enum colour { RED, GREEN = 5, BLUE };
enum right { READ = 1, WRITE = 2, EXECUTE = 4 };

struct box {
    const char *name;
    struct {
        int width, height;
    } size;
    enum colour colour;
    struct {
        unsigned ready : 1;
        signed level : 3;
        unsigned long wide : 40;
    } flags;
    enum right rights;
};

union either {
    int whole;
    float real;
};

struct empty {
};

int main(void)
{
    struct box box = {"crate", {3, -4}, GREEN, {1, -2, 100000000000}, READ | WRITE};
    enum colour odd = 77;
    union either either = {.real = 3.14159274f};
    struct empty empty = {};
    alarm(20);
    *(volatile int *volatile)NULL = box.colour + odd + either.whole + sizeof(empty);
    return 0;
}
