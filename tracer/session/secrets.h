/* Values that look secret are masked wherever they turn up. Promise 6. Private to session/. */
#ifndef TR_SESSION_SECRETS_H
#define TR_SESSION_SECRETS_H

#include "model/report.h"

/**
 * Replace in every string of @p report what looks secret by "***": values of environment variables whose name holds KEY,
 * TOKEN, SECRET or PASSWORD (base/secret.h), and of arguments that are called so. Also where they are escaped or cut, in
 * base64, and where a list shows their characters one by one.
 */
void tr_session_mask_secrets(struct tr_arena *arena, struct tr_report *report);

#endif
