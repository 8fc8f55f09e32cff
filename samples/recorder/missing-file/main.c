#include <stdio.h>
#include <unistd.h>

static FILE *open_settings(void)
{
    return fopen("settings.ini", "r");
}

int main(void)
{
    alarm(20);
    FILE *settings = open_settings();
    for (int i = 0; i < 1000; i++) {
        FILE *other = fopen("/dev/null", "r");
        if (!other)
            return 1;
        fclose(other);
    }
    return fgetc(settings);
}
