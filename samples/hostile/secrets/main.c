#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int misbehave(const char *token, int level)
{
    char password[32];
    strcpy(password, getenv("DB_PASSWORD"));
    return *(volatile int *volatile)NULL + token[level] + password[level];
}

int main(void)
{
    alarm(20);
    return misbehave(getenv("API_TOKEN"), 3);
}
