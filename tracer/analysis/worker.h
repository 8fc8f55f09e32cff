/* The analysis worker: a process that answers requests of the supervisor until that closes the socket. */
#ifndef TR_ANALYSIS_WORKER_H
#define TR_ANALYSIS_WORKER_H

/**
 * Serve requests on @p socket (exchange/message.h). Gives up capabilities first, and caps its own memory.
 *
 * @return exit status of the process: 0 when the supervisor closed the socket.
 */
int tr_worker_serve(int socket);

#endif
