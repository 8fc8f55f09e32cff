/* The debug information says that the crash is in a line of another file. */
static int look(const int *value)
{
#line 2 "/etc/hosts"
    return *value;
}

#line 4 "link.txt"
static int look_by_link(const int *value) { return *value; }

#line 3 "other.txt"
static int look_here(const int *value) { return *value; }

int main(int argc, char **argv)
{
    static int (*const looks[])(const int *) = {look, look_by_link, look_here};
    return looks[argc > 1 ? argv[1][0] - '0' : 0](0);
}
