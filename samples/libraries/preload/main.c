#include <string.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    return strdup("a word long enough") == NULL;
}
