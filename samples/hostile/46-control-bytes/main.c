#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static const char bytes[] = "\0\xff\xfe\x80\xc0\xaf\033[2J\a\r\n\033]0;title\a\x90\xed\xa0\x80";
    fwrite(bytes, 1, sizeof bytes - 1, stdout);
    fflush(stdout);
    abort();
}
