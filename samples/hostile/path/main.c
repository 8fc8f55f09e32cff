int main(void)
{
    return *(volatile int *volatile)0;
}
