/* tracerun-worker: started by tracerun with its end of the socket as descriptor 3. Not for people. */
#include "analysis/worker.h"

#include <stdio.h>
#include <sys/socket.h>

enum { SOCKET = 3 };

int main(void)
{
    int type;
    socklen_t size = sizeof(type);
    if (getsockopt(SOCKET, SOL_SOCKET, SO_TYPE, &type, &size) < 0 || type != SOCK_SEQPACKET) {
        fputs("tracerun-worker: this program is started by tracerun\n", stderr);
        return 125;
    }
    return tr_worker_serve(SOCKET);
}
