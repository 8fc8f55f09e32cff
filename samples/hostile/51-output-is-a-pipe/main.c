#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    alarm(20);
    mkfifo("out.json", 0666);
    mkfifo("out.txt", 0666);
}
