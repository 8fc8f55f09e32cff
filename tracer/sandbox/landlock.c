#include "sandbox/landlock.h"

#include "base/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

/* linux/landlock.h */
enum { CREATE_RULESET_VERSION = 1, RULE_PATH_BENEATH = 1 };

struct ruleset {
    uint64_t fs, net, scoped;
};

struct path_beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

/* By ABI: the rights to files; from 4 on TCP (bind, connect), from 6 on scopes (abstract sockets, signals). */
static const uint64_t file_rights[] = {0, 0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff};
enum { ABI_NET = 4, NET_ALL = 3, SCOPE_ALL = 3 };

static const uint64_t rights_of_files = TR_LANDLOCK_EXECUTE | TR_LANDLOCK_WRITE_FILE | TR_LANDLOCK_READ_FILE
                                        | TR_LANDLOCK_TRUNCATE | TR_LANDLOCK_IOCTL_DEV;

static uint64_t known_rights(int abi)
{
    size_t last = TR_COUNT(file_rights) - 1;
    return file_rights[(size_t)abi < last ? (size_t)abi : last];
}

int tr_landlock_abi(void)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
    return abi < 0 ? -errno : (int)abi;
}

int tr_landlock_create(int abi)
{
    const struct ruleset ruleset = {
        .fs = known_rights(abi),
        .net = abi >= ABI_NET ? NET_ALL : 0,
        .scoped = abi >= TR_LANDLOCK_ABI_SCOPES ? SCOPE_ALL : 0,
    };
    /* An older kernel refuses a size beyond its own unless the rest is zero, and then takes it. */
    long fd = syscall(SYS_landlock_create_ruleset, &ruleset, sizeof(ruleset), 0);
    return fd < 0 ? -errno : (int)fd;
}

static int add_rule(int ruleset, const struct path_beneath *rule)
{
    return syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, rule, 0) == 0 ? 0 : errno;
}

int tr_landlock_allow(int ruleset, int abi, const char *path, uint64_t rights)
{
    tr_auto_close int fd = open(path, O_PATH | O_CLOEXEC);
    return fd < 0 ? errno : tr_landlock_allow_fd(ruleset, abi, fd, rights);
}

int tr_landlock_allow_fd(int ruleset, int abi, int fd, uint64_t rights)
{
    struct path_beneath rule = {.allowed = rights & known_rights(abi), .parent = fd};
    int failed = add_rule(ruleset, &rule);
    rule.allowed &= rights_of_files; /* EINVAL: it is no folder */
    return failed == EINVAL ? add_rule(ruleset, &rule) : failed;
}

int tr_landlock_enter(int ruleset) { return syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno; }
