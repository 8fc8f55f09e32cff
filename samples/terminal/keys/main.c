#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupts, continues, resizes;

static void on_signal(int number)
{
    interrupts += number == SIGINT;
    continues += number == SIGCONT;
    resizes += number == SIGWINCH;
}

static void rest(int milliseconds)
{
    struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    while (nanosleep(&left, &left) != 0)
        ;
}

static void work(void)
{
    for (int i = 0; i < 150; i++)
        rest(100);
}

static int handle_interrupt(void)
{
    signal(SIGINT, on_signal);
    puts("ready");
    while (!interrupts)
        rest(10);
    rest(300);
    printf("interrupted %d times\n", (int)interrupts);
    return 0;
}

static int handle_continue(void)
{
    signal(SIGCONT, on_signal);
    for (int round = 1; round <= 2; round++) {
        puts("ready");
        while (continues < round)
            rest(10);
        rest(200);
        printf("continued %d times\n", (int)continues);
    }
    return 0;
}

static int stop_itself(void)
{
    puts("ready");
    raise(SIGTSTP);
    puts("awake");
    return 4;
}

static int spoil_modes(void)
{
    struct termios raw;
    tcgetattr(0, &raw);
    cfmakeraw(&raw);
    tcsetattr(0, TCSANOW, &raw);
    volatile int *volatile nowhere = NULL;
    *nowhere = 1;
    return 0;
}

static int watch_size(void)
{
    struct winsize size = {0};
    signal(SIGWINCH, on_signal);
    puts("ready");
    while (!resizes)
        rest(10);
    rest(200);
    ioctl(0, TIOCGWINSZ, &size);
    printf("size %d %d, told %d times\n", size.ws_row, size.ws_col, (int)resizes);
    return 0;
}

static int read_line(void)
{
    char line[100];
    puts("ready");
    if (!fgets(line, sizeof(line), stdin))
        return 1;
    printf("got %s", line);
    return isatty(0) + isatty(1) + isatty(2);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    alarm(20);
    if (strcmp(how, "interrupt") == 0)
        return handle_interrupt();
    if (strcmp(how, "continue") == 0)
        return handle_continue();
    if (strcmp(how, "stop") == 0)
        return stop_itself();
    if (strcmp(how, "modes") == 0)
        return spoil_modes();
    if (strcmp(how, "size") == 0)
        return watch_size();
    if (strcmp(how, "line") == 0)
        return read_line();
    puts("ready");
    work();
    return 0;
}
