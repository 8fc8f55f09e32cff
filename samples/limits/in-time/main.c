int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return *(volatile int *volatile)0;
    return 0;
}
