int main(int argc, char **argv)
{
    return argc > 1 && argv[1][0] == '9' ? 3 : 0;
}
