/* Calls that never return stand last in their function: what follows the return address is another function. */
typedef void stop_fn(int) __attribute__((noreturn));

static stop_fn *volatile hook;

__attribute__((noinline, noreturn)) static void leaf(int value) { hook(value); }

__attribute__((noinline, noreturn)) static void middle(int value) { leaf(value + 1); }

int main(int count, char **arguments)
{
    (void)arguments;
    middle(count);
}
