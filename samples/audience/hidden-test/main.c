#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int compare(const void *left, const void *right);

struct test_case {
    const char *title;
    int wanted_answer;
};

static int run_test(const struct test_case *test, const char *seed)
{
    const char *words[] = {"pear", NULL, "apple"};
    char line[64] = "";
    int wanted_answer = test->wanted_answer + (int)strlen(seed);
    (void)!fgets(line, sizeof line, stdin);
    (void)!access("/nonexistent/expected-output", R_OK);
    close(open("/etc/shadow", O_RDONLY));
    qsort(words, 3, sizeof *words, compare);
    return wanted_answer == 42;
}

int main(int argc, char **argv)
{
    alarm(20);
    struct test_case test = {"case-of-the-exam", 31337};
    return run_test(&test, argc > 1 ? argv[1] : "");
}
