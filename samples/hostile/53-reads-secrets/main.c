#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static int show(const char *path)
{
    char text[100];
    int file = open(path, O_RDONLY);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text);
    if (size > 0)
        (void)!write(1, text, (size_t)size);
    return size > 0;
}

int main(int argc, char **argv)
{
    alarm(20);
    int shown = show("/etc/shadow") + show("/root/.ssh/id_rsa") + show("/root/.bashrc") + show("/root/.profile");
    return shown + (argc > 1 && show(argv[1])) ? 99 : 0;
}
