/* Descriptors of tracerun's own. Private to supervise/. */
#ifndef TR_SUPERVISE_DESCRIPTOR_H
#define TR_SUPERVISE_DESCRIPTOR_H

/**
 * Move a descriptor of ours off 0, 1 and 2, which may be free because tracerun was started without them: there the
 * program would take it for a stream. Close-on-exec. @return the new one; @p fd itself where that fits, or when
 * negative.
 */
int tr_descriptor_high(int fd);

#endif
