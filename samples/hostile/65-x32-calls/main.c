#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    alarm(20);
    long number = argc > 1 && strcmp(argv[1], "socket") == 0 ? SYS_socket : SYS_getpid;
    return syscall(0x40000000 | number, AF_INET, SOCK_STREAM, 0) < 0 ? 1 : 99;
}
