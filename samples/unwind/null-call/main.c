static void (*volatile hook)(int);
static volatile int after;

__attribute__((noinline)) static void leaf(int value)
{
    hook(value);
    after++;
}

__attribute__((noinline)) static void middle(int value)
{
    leaf(value + 1);
    after++;
}

int main(void)
{
    middle(1);
    return after;
}
