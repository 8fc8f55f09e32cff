#include <stdio.h>
#include <unistd.h>

int main(void)
{
    static const char bytes[] = "\xff\xfe\0\1a\n\x80\x80\x80\n";
    alarm(20);
    fwrite(bytes, 1, sizeof(bytes) - 1, stdout);
    fputs("\033[31mred\033[0m \xc3\xbc\n", stderr);
    return 1;
}
