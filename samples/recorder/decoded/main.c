#include <arpa/inet.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    char text[64];
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    alarm(20);
    int fd = open("data", O_CREAT | O_RDWR | O_TRUNC, 0640);
    if (write(fd, "one\ntwo \"x\"\n", 12) != 12 || lseek(fd, 0, SEEK_SET) != 0 || read(fd, text, sizeof(text)) != 12)
        return 1;
    int closed = close(999) + unlink("not/there") + mkdir("data", 0700);
    int peer = socket(AF_INET, SOCK_STREAM, 0);
    int refused = connect(peer, (struct sockaddr *)&here, sizeof(here));
    if (closed + refused != 0)
        abort();
    return 0;
}
