#include "supervise/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int tr_descriptor_high(int fd)
{
    if (fd < 0 || fd > 2)
        return fd;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    int saved = errno;
    close(fd);
    errno = saved;
    return high;
}
