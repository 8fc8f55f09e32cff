/* A program with every kind of C type, stopped inside nested blocks; debug_info_fuzzer.c damages what describes it. */
#include <stdint.h>

enum color { RED, GREEN = 5, BLUE = -3 };
enum flags { READ = 1, WRITE = 2, EXECUTE = 4 };
typedef unsigned char byte;
union word { int i; float f; byte bytes[4]; };
struct bits { unsigned a : 3; int b : 5; uint64_t c : 40; };
struct node { struct node *next; const char *name; int numbers[2][3]; struct bits bits; union word word; enum color color; };

static int counter = 3;
static struct node last = {0, "last", {{1, 2, 3}, {4, 5, 6}}, {5, -7, 123456789}, {42}, BLUE};

static int add(int x) { return x + counter; }

static inline __attribute__((always_inline)) int inlined(struct node *node, int by)
{
    int sum = by;
    for (int i = 0; i < 3; i++) {
        long long product = (long long)node->numbers[0][i] * by;
        sum += (int)product;
        if (i == 2)
            __asm__ volatile("int3" : : "r"(&product), "r"(&sum) : "memory");
    }
    return sum;
}

__attribute__((noinline)) static int visit(struct node *node, volatile int count, double ratio, char text[8])
{
    static int calls = 1;
    int sizes[count];
    int (*function)(int) = add;
    long double wide = ratio;
    __int128 big = (__int128)1 << 100;
    enum flags flags = READ | EXECUTE;
    _Complex double complex = ratio;
    const volatile short *pointer = 0;
    for (int i = 0; i < count; i++)
        sizes[i] = i * calls;
    __asm__ volatile("" : : "r"(&sizes[0]), "r"(&wide), "r"(&big), "r"(&flags), "r"(&complex), "r"(&pointer), "r"(&function) : "memory");
    int sum = inlined(node, count);
    return sum + sizes[count - 1] + text[0] + function(1);
}

int main(int argc, char **argv)
{
    struct node first = {&last, argv[0], {{7}}, {1, 1, 1}, {.f = 2.5f}, GREEN};
    char text[8] = "text";
    return visit(&first, argc + 4, 0.5, text);
}
