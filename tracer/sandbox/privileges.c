/*
 * Root keeps its user id: the working folder is usually its own, and another user could not write there. What makes root
 * dangerous are its capabilities, and those go, for this process and all that it executes. One is kept where the working
 * folder is another user's (a folder of the host, mounted into a container): CAP_DAC_OVERRIDE, which opens nothing that
 * Landlock has not opened.
 */
#include "sandbox/walls_internal.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const unsigned long root_is_nobody = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP
                                            | SECBIT_NO_SETUID_FIXUP_LOCKED;

int tr_walls_drop_privileges(bool overrides)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        return errno;
    /* The bounding set may stay (it would cost 80 us): no_new_privs keeps exec from adding a capability. */
    prctl(PR_SET_SECUREBITS, root_is_nobody, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const unsigned kept = overrides ? 1U << CAP_DAC_OVERRIDE : 0;
    const struct __user_cap_data_struct sets[2] = {{kept, kept, kept}, {0}};
    if (syscall(SYS_capset, &header, sets) < 0)
        return overrides ? tr_walls_drop_privileges(false) : errno; /* a root that has not got it */
    return kept && prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_OVERRIDE, 0, 0) < 0 ? errno : 0;
}
