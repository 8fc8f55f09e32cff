static volatile int zero, after;

__attribute__((noinline)) static int leaf(int value)
{
    int got = value / zero;
    after++;
    return got;
}

__attribute__((noinline)) static int middle(int value)
{
    int got = leaf(value);
    after++;
    return got;
}

int main(void) { return middle(4); }
